import type { BodyOf, ReplyOf } from '@byre/contract/endpoint'
import type { createHandOff as CreateHandOff } from '@byre/contract/places/launch-codes'
import { findMembership, findTenant } from '../customers/index.ts'
import type { Actor } from '../platform/authentication/authenticate.ts'
import { writeAudit, type RequestFacts } from '../platform/audit/audit.ts'
import type { IdempotentCommand } from '../platform/idempotency/idempotency.ts'
import { refuse } from '../platform/errors.ts'
import { canonicalHost, tenantName, type HostConfig } from '../platform/hosts.ts'
import { randomToken, tokenHash } from '../platform/secrets.ts'
import { insertLaunchCode } from './launch-codes.queries.ts'

/** Gives a member of a place the code that signs them in on its host; to others the host is not there. */
export async function createHandOff(
  config: HostConfig,
  { command, actor, body, from }: Launching,
): Promise<ReplyOf<typeof CreateHandOff>> {
  const host = canonicalHost(body.host, config) ?? refuse('not_found')
  const name = tenantName(host, config) ?? refuse('not_found')
  const namedTenant = await findTenant(command.db, name)
  if (!namedTenant || namedTenant.is_former) refuse('not_found')
  const { kind, id } = namedTenant.tenant
  if ((await findMembership(command.db, namedTenant.tenant, actor.user_id)) === null) refuse('not_found')

  const code = randomToken()
  await command.transaction(async (db) => {
    await insertLaunchCode(db, {
      code_hash: tokenHash(code),
      state_hash: tokenHash(body.state),
      host,
      place_kind: kind,
      place_id: id,
      user_id: actor.user_id,
      portal_session_id: actor.session_id,
    })
    await writeAudit(db, { actor_id: actor.user_id, deed: 'createHandOff', kind, subject_id: id, from })
  })

  const { protocol } = new URL(config.publicUrl)
  return { url: `${protocol}//${host}/hand-off?code=${code}&state=${body.state}` }
}

interface Launching {
  command: IdempotentCommand<'tenants'>
  actor: Actor
  body: BodyOf<typeof CreateHandOff>
  from: RequestFacts
}
