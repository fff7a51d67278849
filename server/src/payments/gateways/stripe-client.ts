import * as http from 'node:http'
import * as https from 'node:https'
import type { Duplex } from 'node:stream'
import { Stripe } from 'stripe'
import type { Stripe as StripeConfig } from '../../config.ts'
import { GatewayDown, GatewayRefused, type CardRefusal } from '../ports.ts'

const connectMs = 3_000
const answerMs = 10_000

type Connect = (error: Error | null, stream: Duplex) => void

/** A connection that is not there within three seconds is given up; the library waits as long as the system does. */
function impatient<A extends http.Agent>(agent: A): A {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options: http.ClientRequestArgs, done?: Connect) => {
    const socket = connect(options, done)
    const late = setTimeout(() => socket?.destroy(new Error('no connection in time')), connectMs)
    for (const end of ['connect', 'error', 'close']) socket?.once(end, () => clearTimeout(late))
    return socket
  }
  return agent
}

/** Stripe's own library; repetitions are `guarded`'s, so that they are counted and timed in one place. */
export function stripeClient({ secretKey, apiBase }: StripeConfig): Stripe {
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    httpAgent: impatient(
      isPlain ? new http.Agent({ keepAlive: true }) : new https.Agent({ keepAlive: true }),
    ),
    timeout: answerMs,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Whether Stripe answered that there is no such thing. */
export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/** An error that is no outcome: Stripe was not reached, is out of order, or was asked wrongly. */
export function faultOf(error: unknown): unknown {
  const { errors } = Stripe
  if (!(error instanceof errors.StripeError)) return error
  const isPassing =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    error.statusCode === 409
  // The library's own errors carry what was sent; only their kind and Stripe's words for it are kept.
  const why = `${error.type} ${error.code ?? ''} ${error.statusCode ?? ''} ${error.requestId ?? ''}`.trim()
  return isPassing ? new GatewayDown(why) : new GatewayRefused(why)
}

/** Whose something is at Stripe; null: nobody's. */
export const customerOf = ({ customer }: { customer?: string | { id: string } | null }): string | null =>
  typeof customer === 'string' ? customer : (customer?.id ?? null)

/** Whether Stripe answered that this customer cannot have this card: it is another's, or was detached. */
const isUnusable = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'payment_method'

/** A card that its bank or Stripe refused, as people are told it; other errors are thrown on. */
export function refusedCard(error: unknown): CardRefusal {
  if (isUnusable(error)) return { outcome: 'refused', refused: 'card.declined' }
  if (!(error instanceof Stripe.errors.StripeCardError)) throw faultOf(error)
  return { outcome: 'refused', refused: refusalWords(error.code, error.decline_code) }
}

export function refusalWords(
  code: string | undefined,
  declineCode: string | undefined,
): CardRefusal['refused'] {
  if (code === 'expired_card') return 'card.expired'
  return declineCode === 'insufficient_funds' ? 'card.insufficient_funds' : 'card.declined'
}
