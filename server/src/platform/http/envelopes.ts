import type { AppService } from '@byre/contract/app-calls'
import type { Endpoint, Service } from '@byre/contract/endpoint'
import type { FastifyError } from 'fastify'
import { sqlState } from '../database/sql-states.ts'
import { isDamage } from '../database/damage.ts'
import { DatabaseAway } from '../database/pipelined-client.ts'
import { Refusal } from '../errors.ts'

/** The envelope of a success (specification 2.3). */
export function success(service: Service | AppService, reply: unknown): Record<string, unknown> {
  return service === 'auth' ? { state: 'okay', ...(reply as object) } : { success: true, data: reply }
}

/** A call answered what its contract does not declare: a mistake of ours, looked for outside production. */
export class UndeclaredAnswer extends Error {
  constructor({ name }: Pick<Endpoint, 'name'>, stray: string) {
    super(`${name} answered what its contract does not declare: ${stray}`)
  }
}

/** The envelope of a refusal. */
export function refusal(service: Service, problem: Refusal, requestId: string): Record<string, unknown> {
  const { code, message, errors, facts } = problem
  const shared = { code, ...(errors ? { errors } : {}), ...facts, request_id: requestId }
  return service === 'auth'
    ? { state: 'error', error: message, ...shared }
    : { success: false, message, ...shared }
}

/** Classes and codes of SQLSTATE that say the same: connection, room, shutdown, collisions, a lock, read-only. */
const databaseStates = /^(?:08|53|57|40|55P03|25006)/

/** Whether an error says that the database is away, full, read-only or too slow, rather than that we are wrong. */
const isDatabaseFailure = (error: unknown) =>
  error instanceof DatabaseAway || databaseStates.test(sqlState(error) ?? '')

/** Text that PostgreSQL cannot hold, should any get past the parser. */
const isUnstorableText = (error: unknown) => ['22021', '22P05', '22P02'].includes(sqlState(error) ?? '')

/** What the caller is told of any error; null when it is unexpected and must be logged. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (isDamage(error)) return new Refusal('server.damaged')
  if (isDatabaseFailure(error)) return new Refusal('server.unavailable')
  if (isUnstorableText(error)) return new Refusal('request.malformed')
  switch ((error as Partial<FastifyError>).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('request.too_large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('request.unsupported_type')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new Refusal('request.malformed')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal('not_found')
    case 'FST_ERR_HANDLER_TIMEOUT':
      return new Refusal('server.busy')
    default:
      return isBadRequest(error) ? new Refusal('request.malformed') : null
  }
}

/** Anything else that Fastify itself holds against the request. */
function isBadRequest(error: unknown): boolean {
  const { code, statusCode } = error as Partial<FastifyError>
  return (
    code?.startsWith('FST_') === true && statusCode !== undefined && statusCode >= 400 && statusCode < 500
  )
}
