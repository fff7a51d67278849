import { meters } from '@byre/contract/limits'
import { findActor, type Caller } from '../authentication/authenticate.ts'
import { platformOf, type Module } from '../database/db.ts'
import { refuse } from '../errors.ts'
import {
  IdempotentCommand,
  findStored,
  replayOf,
  waitedForDuplicate,
  type IdempotencyKey,
} from '../idempotency/idempotency.ts'
import type { HandlerCall, ServedEndpoint, Serving, Visit } from './calls.ts'
import { idempotencyKey, keyHeader, readInput } from './input.ts'
import { personal } from './meter.ts'

/** A command, or a call that needs no session; under a key it is done once and then answered again. */
export async function answerCommand<M extends Module>(
  serving: Serving<M>,
  visit: Visit,
  caller?: Caller,
): Promise<unknown> {
  const { dependencies, endpoint, served } = serving
  const { request, from } = visit
  const platform = platformOf(dependencies.db)
  const keyText = endpoint.method === 'POST' && endpoint.idempotency !== 'ignored' ? keyHeader(request) : null
  const identified = caller && (await findActor(platform, caller, endpoint.name, keyText ?? ''))
  const actor = identified?.actor
  if (actor) dependencies.general.count(personal(actor.user_id), meters.callsPerMinute)

  const input = await readInput(endpoint, request)
  const key =
    keyText === null
      ? null
      : idempotencyKey(dependencies.secrets, endpoint, request, {
          keyText,
          body: input.body,
          userId: actor?.user_id,
        })
  const stored = key && (identified ? identified.stored : await findStored(platform, key))
  const unkeyed = () =>
    ({
      ...input,
      command: new IdempotentCommand<M>(dependencies.db, dependencies.outbox),
      db: dependencies.db,
      from,
      actor,
    }) as HandlerCall<M>
  if (stored && !(await isTheirs(served, unkeyed()))) return served.handler(unkeyed())
  const replay = key && replayOf(stored, key)
  if (replay) return replay.reply

  const command = new IdempotentCommand<M>(dependencies.db, dependencies.outbox, key)
  try {
    // Somebody began it and was gone before the end: it is ours from here on.
    if (stored) await command.claim()
    const call = { ...input, command, db: dependencies.db, from, actor } as HandlerCall<M>
    const result = await served.handler(call)
    if (dependencies.checksReplies && key && command.kept !== undefined && command.kept !== result) {
      throw new Error(`${endpoint.name} must answer what its transaction returned`)
    }
    return result
  } catch (error) {
    if (!key) throw error
    return answerOfDuplicate(serving, { command, key, error, unkeyed: unkeyed() })
  }
}

/** Whether what is kept under a key is for this caller to have again. */
const isTheirs = async <M extends Module>({ isRepeatedBy }: ServedEndpoint<M>, call: HandlerCall<M>) =>
  isRepeatedBy === undefined || (await isRepeatedBy(call))

/** What a duplicate request answered that has done the command in the meantime, whatever went wrong here; else `error`. */
async function answerOfDuplicate<M extends Module>(
  { dependencies, served }: Serving<M>,
  {
    command,
    key,
    error,
    unkeyed,
  }: { command: IdempotentCommand<M>; key: IdempotencyKey; error: unknown; unkeyed: HandlerCall<M> },
): Promise<unknown> {
  // Our own claim must go first, or it would look like a duplicate request at work.
  await command.release()
  const stored = await findStored(platformOf(dependencies.db), key)
  if (stored && !(await isTheirs(served, unkeyed))) return served.handler(unkeyed)
  const again = replayOf(stored, key)
  if (again) return again.reply
  if (waitedForDuplicate(error)) refuse('request.in_progress', { retryAfter: 1 })
  throw error
}
