import { receiveStripeEvent } from '@byre/contract/billing/webhooks'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/errors.ts'
import { success } from '../../platform/http/envelopes.ts'
import { ForgedEvent, UnreadableEvent, type Gateway, type GatewayEvent } from '../ports.ts'

const bodyLimit = 512 * 1024

/**
 * Where the gateway tells its events. The body stays the bytes it came in until its signature has been
 * checked; then the event is kept, and answered before anything is done about it.
 */
export function webhookRoutes(
  { app }: Context<'payments'>,
  gateway: Gateway,
  keep: (event: GatewayEvent) => Promise<void>,
): void {
  app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_, body, done) =>
      done(null, body),
    )
    scope.route({
      method: receiveStripeEvent.method,
      url: receiveStripeEvent.path,
      constraints: { side: receiveStripeEvent.host },
      config: { endpoint: receiveStripeEvent },
      handler: async (request) => {
        const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
        const event = eventIn(gateway, body, String(request.headers['stripe-signature'] ?? ''))
        if (event) await keep(event)
        return success(receiveStripeEvent.service, null)
      },
    })
  })
}

function eventIn(gateway: Gateway, body: Buffer, signature: string): GatewayEvent | null {
  try {
    return gateway.readEvent(body, signature)
  } catch (error) {
    if (error instanceof ForgedEvent) refuse('webhook.forged')
    if (error instanceof UnreadableEvent) refuse('request.malformed')
    throw error
  }
}
