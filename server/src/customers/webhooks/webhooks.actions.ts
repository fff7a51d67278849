import type { BodyOf, RightOf } from '@byre/contract/endpoint'
import { webhookLimits } from '@byre/contract/limits'
import { rolesFor, may } from '@byre/contract/rights'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import type {
  addSiteWebhook as addCall,
  changeSiteWebhook as changeCall,
  Webhook,
} from '@byre/contract/webhooks'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import type { TrailReading } from '../../platform/audit/trail-reading.ts'
import { answered, type Actor, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { together } from '../../platform/database/together.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import { mayPostTo, type Guard } from '../../platform/outgoing/guarded-post.ts'
import { newSigningSecret, secretText } from '../../platform/outgoing/signatures.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { accessTo, type Access } from '../access.policy.ts'
import { findMember } from '../members/member-changes.queries.ts'
import { isOpenForWrites } from '../places.policy.ts'
import type { Acting } from '../ports.ts'
import { lockReader, readFromHere } from './reader.queries.ts'
import { formerSecretHours, webhookChanges } from './webhooks.policy.ts'
import {
  insertWebhook,
  listWebhooks,
  lockWebhooks,
  removeWebhook,
  setSecret,
  setWebhook,
} from './webhooks.queries.ts'
import { sealSigningSecret } from './webhook-secrets.actions.ts'

export interface Place {
  kind: SubjectKind
  placeId: string
}

/** One of its webhooks. */
export interface OfPlace extends Place {
  webhookId: string
}

export interface WebhookContext {
  secrets: Secrets
  guard: Guard
  limitFactor: number
  trail: TrailReading
}

type Row = Awaited<ReturnType<typeof setWebhook>>[number]

export async function webhooksOf(db: Db<'customers'>, caller: Caller, { kind, placeId }: Place) {
  const keepers = rolesFor('connect', kind)
  const rows = answered(await listWebhooks(db, { ...caller, place_id: placeId, kind, keepers }))
  requireKeeper(rows[0].own_role, kind)
  return { webhooks: rows.flatMap((row) => (row.id === null ? [] : [asWebhook(row as Row)])) }
}

/** Refuses whoever may not keep webhooks, as `accessTo` does. */
export function requireKeeper(role: Parameters<typeof may>[0], kind: SubjectKind): void {
  if (role === null) refuse('not_found')
  if (!may(role, 'connect', kind)) refuse('role.insufficient')
}

/** Has events sent to an address from now on. The secret is told this once. */
export async function addWebhook(
  context: WebhookContext,
  { command, actor, from }: Acting,
  place: Place,
  { url, events }: BodyOf<typeof addCall>,
) {
  requireAddress(url, context)
  await spend(command.db, webhookChanges(context.limitFactor), actor.user_id)

  return command.transaction(async (db) => {
    const access = await keepingAccess(db, actor, place)
    // Nobody else adds one meanwhile.
    await lockReader(db, { waits: true })
    const present = await lockWebhooks(db, access)
    if (present.some((webhook) => webhook.url === url)) refuse('webhook.exists', { field: 'url' })
    if (present.length >= webhookLimits.perPlace) refuse('webhook.too_many')

    const id = newId()
    const secret = newSigningSecret()
    const [added] = await insertWebhook(db, {
      ...access,
      id,
      url,
      events,
      secret: sealSigningSecret(context.secrets, id, secret),
    })
    await readFromHere(db, context.trail, { first: id })
    await writeAudit(db, { ...lineOf(access, from), deed: 'addWebhook', after: factsOf({ url, events }) })
    return { ...asWebhook(added!), secret: secretText(secret) }
  })
}

export async function changeWebhook(
  context: WebhookContext,
  { command, actor, from }: Acting,
  { webhookId, ...place }: OfPlace,
  { url, events, status }: BodyOf<typeof changeCall>,
): Promise<Webhook> {
  if (url !== undefined) requireAddress(url, context)
  await spend(command.db, webhookChanges(context.limitFactor), actor.user_id)

  return command.transaction(async (db) => {
    const access = await keepingAccess(db, actor, place)
    const { present, webhook } = await ownWebhook(db, access, webhookId)
    if (url !== undefined && present.some((other) => other.id !== webhookId && other.url === url))
      refuse('webhook.exists', { field: 'url' })

    const wasOn = webhook.off_because === null
    const next = {
      url: url ?? webhook.url,
      events: events ?? webhook.events,
      is_on: status === undefined ? wasOn : status === 'on',
    }
    const begins_anew = next.url !== webhook.url || (next.is_on && !wasOn)
    const [changed] = await setWebhook(db, { ...access, id: webhookId, ...next, begins_anew })
    const before = factsOf(webhook, wasOn)
    const after = factsOf(next, next.is_on)
    if (JSON.stringify(before) !== JSON.stringify(after))
      await writeAudit(db, { ...lineOf(access, from), deed: 'changeWebhook', before, after })
    return asWebhook(changed!)
  })
}

/** Also while the place is read-only: whoever may not pay may still stop being told. */
export async function removeWebhookOf(
  { command, actor, from }: Acting,
  { kind, placeId: place_id, webhookId }: OfPlace,
): Promise<null> {
  return command.transaction(async (db) => {
    const wanting = { kind, place_id, user_id: actor.user_id }
    const [own] = await findMember(db, wanting)
    const access = accessTo('connect', wanting, own)
    const [removed] = await removeWebhook(db, { ...access, id: webhookId })
    if (!removed) refuse('not_found')

    await writeAudit(db, {
      ...lineOf(access, from),
      deed: 'removeWebhook',
      before: { url: hostOf(removed.url) },
    })
    return null
  })
}

export async function renewSecret(
  { secrets, limitFactor }: WebhookContext,
  { command, actor, from }: Acting,
  { webhookId, ...place }: OfPlace,
) {
  await spend(command.db, webhookChanges(limitFactor), actor.user_id)

  return command.transaction(async (db) => {
    const access = await keepingAccess(db, actor, place)
    const { webhook } = await ownWebhook(db, access, webhookId)

    const secret = newSigningSecret()
    const sealed = sealSigningSecret(secrets, webhookId, secret)
    const [[renewed]] = await together(
      setSecret(db, { ...access, id: webhookId, secret: sealed, hours: formerSecretHours }),
      writeAudit(db, {
        ...lineOf(access, from),
        deed: 'renewWebhookSecret',
        after: { url: hostOf(webhook.url) },
      }),
    )
    return { ...asWebhook(renewed!), secret: secretText(secret) }
  })
}

/** What the actor may do with the webhooks of a place that is paid for. */
export async function keepingAccess(
  db: Db<'customers'>,
  { user_id }: Actor,
  { kind, placeId: place_id }: Place,
) {
  const wanting = { kind, place_id, user_id }
  const [own] = await findMember(db, wanting)
  const access = accessTo<RightOf<typeof addCall>, SubjectKind>('connect', wanting, own)
  if (own && !isOpenForWrites(own.standing)) refuse('place.read_only')
  return access
}

/** One of a place's webhooks, all of which are held. */
export async function ownWebhook(db: Db<'customers'>, access: Access<'connect'>, id: string) {
  const present = await lockWebhooks(db, access)
  const webhook = present.find((one) => one.id === id)
  if (!webhook) refuse('not_found')
  return { present, webhook }
}

function requireAddress(url: string, { guard }: WebhookContext): void {
  if (!URL.canParse(url) || !mayPostTo(url, guard)) refuse('webhook.address', { field: 'url' })
}

export const lineOf = ({ kind, place_id, user_id }: Access<'connect'>, from: RequestFacts) => ({
  actor_id: user_id,
  kind,
  subject_id: place_id,
  from,
})

/** An address may hold a secret of its own: the trail has no more of it than its host. */
export const hostOf = (url: string) => new URL(url).host

const factsOf = ({ url, events }: { url: string; events: string[] }, isOn = true) => ({
  url: hostOf(url),
  events: events.join(', '),
  status: isOn ? 'on' : 'off',
})

function asWebhook({ former_until, off_because, ...webhook }: Row): Webhook {
  const { id, url, events, failing_since, created_at } = webhook
  return {
    id,
    url,
    events,
    status: off_because === null ? 'on' : 'off',
    off_because,
    failing_since,
    former_secret_until: former_until !== null && new Date(former_until) > new Date() ? former_until : null,
    created_at,
  }
}
