import { newId } from '../platform/ids.ts'
import type { IdempotentCommand, Setting } from './rights-calls.ts'

/* How the rights about webhooks and keys of places are used. */

async function webhook({ testApp, kind, id, owner }: Setting) {
  const webhookId = newId()
  await testApp.database.pool.query(
    `insert into customers.webhooks (id, kind, place_id, url, events, secret, added_by)
     values ($1, $2, $3, $4, '{member.left}', '', $5)`,
    [webhookId, kind, id, `https://hooks.ranch.farm/${webhookId}`, owner.id],
  )
  return { webhookId }
}
const theWebhook = (_: Setting, { webhookId = '' }: Record<string, string>) => ({ webhookId })
const ofWebhook: IdempotentCommand = { arrange: webhook, params: theWebhook }

export const webhookCommands: Record<string, IdempotentCommand> = {
  'add a webhook': { body: () => ({ url: 'https://hooks.ranch.farm/new', events: 'member.left' }) },
  'switch a webhook off': { ...ofWebhook, body: () => ({ status: 'off' }) },
  'give a webhook a new secret': ofWebhook,
  'see what a webhook was sent': ofWebhook,
  'have a webhook sent a test': ofWebhook,
  'remove a webhook': ofWebhook,
}

async function key({ testApp, kind, id, owner }: Setting) {
  const keyId = newId()
  await testApp.database.pool.query(
    `insert into platform.api_keys (id, place_kind, place_id, role, made_by, name, key_hash, scopes, calls_per_minute, expires_at)
     values ($1, $2, $3, 'User', $4, 'Scale', sha256($5), '{places:read}', 60, now() + interval '90 days')`,
    [keyId, kind, id, owner.id, Buffer.from(keyId)],
  )
  return { keyId }
}

export const keyCommands: Record<string, IdempotentCommand> = {
  'make a key of it': { body: () => ({ name: 'Scale', scopes: 'places:read' }) },
  'revoke a key of it': { arrange: key, params: (_, { keyId = '' }) => ({ keyId }) },
}
