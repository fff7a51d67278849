import { newId } from '../platform/ids.ts'
import type { IdempotentCommand, Setting } from './rights-calls.ts'

/* How the rights about webhooks are used. */

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
