import type { Config } from '../../config.ts'
import { noForeignSources, type ForeignSources } from '../../platform/http/headers.ts'

/** What the portal's pages load from the card processor: its own script and frame (docs.stripe.com/security/guide). */
const stripeSources: ForeignSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
  trustedTypes: ['byre-stripe'],
}

export const gatewaySources = ({ paymentGateway }: Pick<Config, 'paymentGateway'>): ForeignSources =>
  paymentGateway === 'stripe' ? stripeSources : noForeignSources
