import type {
  checkShipList,
  departShipList,
  lockShipList,
  overrideHold,
  reopenShipList,
} from '@byre/contract/herd/ship-lists'
import type { HerdEvent } from '@byre/contract/herd/events'
import type { SiteId } from '@byre/contract/subject-kinds'
import { writeAudit, type AuditLine } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockLedger, type Head } from '../../platform/ledger/ledger.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { recordBatch } from '../events/events.actions.ts'
import { herdLedger } from '../events/ledger.policy.ts'
import { answersOf, type Answer } from '../gate/gate.policy.ts'
import { enqueueOf } from '../gate/news.actions.ts'
import { isOpen } from './ship-lists.policy.ts'
import {
  findJudging,
  findState,
  openAgain,
  putAnswers,
  putOverride,
  type Judging,
} from './ship-lists.queries.ts'

/* The gate: each under the ledger's lock, so that nothing is recorded between what it sees and what it says. */

interface Judged {
  head: Head
  list: Judging
  answers: { id: string; answer: Answer }[]
}

/** A list as the gate sees it now, for its planned load time or for `at`. */
async function judged(db: Db<'herd'>, site: SiteId, id: string, at: Date | null): Promise<Judged> {
  const head = await lockLedger(platformOf(db), herdLedger, site)
  const list = await findJudging(db, site, id, at?.toISOString() ?? null)
  if (!list) refuse('not_found')
  const answers = answersOf(list.rows, {
    market: list.market,
    at: at?.getTime() ?? new Date(list.load_at).getTime(),
  })
  return { head, list, answers: list.rows.map((row, nth) => ({ id: row.id, answer: answers[nth]! })) }
}

function requireOpen({ list }: Judged): void {
  if (!isOpen(list.state)) refuse('ship_list.closed')
  if (list.rows.length === 0) refuse('ship_list.empty')
}

const isAllPassing = ({ answers }: Judged) => answers.every(({ answer }) => answer.passes)

export async function checkList(
  { access, params: { id }, command }: SiteCall<typeof checkShipList, 'herd'>,
  clock: Clock,
) {
  const may = await command.transaction(async (db) => {
    const all = await judged(db, access.site_id, id, null)
    requireOpen(all)
    const at = clock.now().toISOString()
    await putAnswers(db, access.site_id, id, { ...all, state: 'checked', name: access.name, at })
    return { may: all.answers.filter(({ answer }) => answer.passes).length, of: all.answers.length }
  })
  return { id, state: 'checked' as const, may: may.may, may_not: may.of - may.may }
}

type Doing = Pick<SiteCall<typeof lockShipList, 'herd'>, 'from'> & {
  access: { user_id: string; site_id: SiteId }
}

/** As the trail has it. */
const lineOf = (
  { access, from }: Doing,
  deed: AuditLine['deed'],
  { destination, market, load_at }: Judging,
  more: Record<string, string | number> = {},
): AuditLine => ({
  actor_id: access.user_id,
  deed,
  kind: 'site',
  subject_id: access.site_id,
  after: { destination, market, load_at: new Date(load_at).toISOString(), ...more },
  from,
})

/** What is locked already stays so: whoever asks twice gets the same answer. */
export async function lockList(doing: SiteCall<typeof lockShipList, 'herd'>, clock: Clock) {
  const { access, params, command } = doing
  await command.transaction(async (db) => {
    const all = await judged(db, access.site_id, params.id, null)
    if (all.list.state === 'locked') return
    requireOpen(all)
    if (!isAllPassing(all)) refuse('ship_list.held')
    const at = clock.now().toISOString()
    const overridden = all.answers.filter(({ answer }) => answer.overridden).length
    const line = lineOf(doing, 'lockShipList', all.list, { head: all.answers.length, overridden })
    await putAnswers(db, access.site_id, params.id, { ...all, state: 'locked', name: access.name, at, line })
  })
  return { id: params.id, state: 'locked' as const }
}

/** Of what holds it now and nothing else; one that is dead, gone or of no certain tag is let pass by nobody. */
export async function overrideOne(doing: SiteCall<typeof overrideHold, 'herd'>, clock: Clock) {
  const { access, params, body, command } = doing
  await command.transaction(async (db) => {
    const { list } = await judged(db, access.site_id, params.id, null)
    if (!isOpen(list.state)) refuse('ship_list.closed')
    const row = list.rows.find((one) => one.id === body.animal)
    if (!row) refuse('not_found', { field: 'animal' })
    if (row.because.length === 0) refuse('ship_list.not_held', { field: 'animal' })
    await putOverride(db, access.site_id, params.id, {
      animal: row.id,
      by: access.name,
      reason: body.reason,
      at: clock.now().toISOString(),
      of: JSON.stringify(row.because),
    })
    await writeAudit(
      platformOf(db),
      lineOf(doing, 'overrideHold', list, { animal: row.main_tag ?? '', reason: body.reason }),
    )
  })
  return { id: params.id, state: 'draft' as const }
}

export async function reopenList(doing: SiteCall<typeof reopenShipList, 'herd'>) {
  const { access, params, command } = doing
  await command.transaction(async (db) => {
    await lockLedger(platformOf(db), herdLedger, access.site_id)
    const standing = await findState(db, access.site_id, params.id)
    if (!standing) refuse('not_found')
    if (standing.state === 'departed') refuse('ship_list.closed')
    if (standing.state === 'draft') return
    const list = await findJudging(db, access.site_id, params.id, null)
    await openAgain(db, access.site_id, params.id)
    if (list?.state === 'locked') await writeAudit(platformOf(db), lineOf(doing, 'reopenShipList', list))
  })
  return { id: params.id, state: 'draft' as const }
}

/** The gate looks once more, for the moment at which they leave; then each animal has left, in the ledger. */
export async function departList(doing: SiteCall<typeof departShipList, 'herd'>, clock: Clock) {
  const { access, params, body, command } = doing
  await command.transaction(async (db) => {
    const now = clock.now()
    const all = await judged(db, access.site_id, params.id, now)
    if (all.list.state === 'departed') return
    if (all.list.state !== 'locked') refuse('ship_list.not_locked')
    if (!isAllPassing(all)) refuse('ship_list.held')
    const at = now.toISOString()
    const line = lineOf(doing, 'departShipList', all.list, { head: all.answers.length })
    await putAnswers(db, access.site_id, params.id, {
      ...all,
      state: 'departed',
      name: access.name,
      at,
      line,
    })
    await recordBatch(
      db,
      all.answers.map(({ id }, nth) =>
        leftEvent(all.list, { animal: id, seq: nth + 1, reason: body.reason }),
      ),
      {
        site: access.site_id,
        person: access.user_id,
        mayVoidAny: false,
        now,
        enqueue: enqueueOf(command),
      },
    )
  })
  return { id: params.id, state: 'departed' as const }
}

type Leaving = Extract<HerdEvent, { kind: 'left' }>

/** As it is received, so that it comes after all that is known of the animal; its stream is the list. */
const leftEvent = (
  { id, destination }: Judging,
  { animal, seq, reason }: { animal: string; seq: number; reason: Leaving['body']['reason'] },
): Leaving => ({
  id: newId(),
  kind: 'left',
  v: 1,
  precision: 'not_after',
  animals: [animal],
  body: { reason, to: destination },
  stream: id,
  seq,
})
