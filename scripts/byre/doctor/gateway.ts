import type { Config, Stripe } from '@byre/server/config'
import { receiveStripeEvent } from '@byre/contract/billing/webhooks'
import { fine, look, wrong, type Finding } from './finding.ts'

interface Endpoint {
  url: string
  status: string
}

/** Whether the card processor knows our key, and tells us what happens there. */
export async function examineGateway({ stripe, publicUrl, nodeEnv }: Config): Promise<Finding[]> {
  if (!stripe) {
    const says = 'Cards are of the sandbox: no money moves.'
    return nodeEnv === 'production'
      ? [look('card processor', says, 'Set PAYMENT_GATEWAY=stripe to take money.')]
      : [fine('card processor', says)]
  }
  const endpoints = await listEndpoints(stripe)
  if (typeof endpoints === 'string')
    return [
      wrong(
        'card processor',
        `Stripe answers ${endpoints}.`,
        'Correct STRIPE_SECRET_KEY, or open the firewall to api.stripe.com.',
      ),
    ]
  const key = fine('card processor', 'Stripe takes our key.')
  const url = `${publicUrl}${receiveStripeEvent.path}`
  const ours = endpoints.find((endpoint) => endpoint.url === url)
  if (!ours)
    return [
      key,
      wrong(
        'webhook',
        `Stripe does not tell us of payments: no webhook goes to ${url}.`,
        `Make one there, and give its secret as STRIPE_WEBHOOK_SECRET.`,
      ),
    ]
  if (ours.status !== 'enabled')
    return [
      key,
      wrong(
        'webhook',
        `Stripe has disabled the webhook to ${url}.`,
        'See there why it failed, mend that, and enable it.',
      ),
    ]
  return [key, fine('webhook', `Stripe tells ${url}.`)]
}

const withinMs = 5000

/** What goes to whom; or what was said instead. */
async function listEndpoints({ apiBase, secretKey }: Stripe): Promise<Endpoint[] | string> {
  try {
    const answer = await fetch(`${apiBase}/v1/webhook_endpoints?limit=100`, {
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(withinMs),
    })
    if (!answer.ok) return `${answer.status} to our key`
    return ((await answer.json()) as { data: Endpoint[] }).data
  } catch (error) {
    return `nothing (${error instanceof Error ? error.message : String(error)})`
  }
}
