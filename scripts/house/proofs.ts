/*
 * Proofs that nobody's right was checked for: the billing run acts by itself, an operator from the command line, the
 * gateway tells of its own cards, a copy follows what another module keeps. Whoever may take one stands here by name,
 * so that a new command cannot help itself to one.
 */

const tests = /\.test\.ts$|^server\/src\/testing\//

const takers: Readonly<Record<string, readonly string[]>> = {
  byTheBillingRun: [
    'payments/billing-run/charges.actions.ts',
    'payments/billing-run/engine.actions.ts',
    'payments/billing-run/outcomes.actions.ts',
    'payments/billing-run/refunds.actions.ts',
    'payments/billing-run/renewals.actions.ts',
    'payments/invoices/billing-readers.actions.ts',
    'payments/invoices/invoices.actions.ts',
  ],
  byOperator: [
    'payments/billing-run/unresolved-payments.actions.ts',
    'payments/credit-notes/credit-notes.policy.ts',
    'payments/subscriptions/trial-extensions.actions.ts',
  ],
  byGateway: ['payments/gateway-events/gateway-events.actions.ts'],
  byProduct: [
    'customers/index.ts',
    'customers/billing-entities/billing-emails.actions.ts',
    'customers/billing-entities/billing-entity-changes.actions.ts',
    'customers/domains/dns-checks.actions.ts',
    'customers/domains/domain-claims.actions.ts',
    'customers/places/new-places.actions.ts',
    'customers/places/paid-places.actions.ts',
    'customers/places/plan-proposals.actions.ts',
    'customers/webhooks/sending.actions.ts',
    'customers/webhooks/webhook-secrets.actions.ts',
  ],
  accessOfStaff: ['customers/operators/moved-addresses.actions.ts'],
  accessToNew: ['customers/places/new-places.actions.ts'],
}

const used = new RegExp(`\\b(?:${Object.keys(takers).join('|')})\\b`, 'g')
/** Where each is made. */
const makers = /^server\/src\/(?:customers|payments)\/access\.policy\.ts$/

/** Complaints about a file that takes a proof for which nobody's right was checked, and is not one of those who may. */
export function checkProofs(path: string, text: string): string[] {
  if (!path.startsWith('server/src/') || tests.test(path) || makers.test(path)) return []
  const names = new Set(text.match(used))
  const file = path.slice('server/src/'.length)
  return [...names]
    .filter((name) => !takers[name]?.includes(file))
    .map(
      (name) =>
        `${path}: takes ${name}, a proof for which no right was checked; check one, or name this file in scripts/house/proofs.ts.`,
    )
}

/** Complaints about files that may take a proof and take none. */
export function checkTakers(sources: ReadonlyMap<string, string>): string[] {
  return Object.entries(takers).flatMap(([name, files]) =>
    files
      .filter((file) => !sources.get(`server/src/${file}`)?.includes(name))
      .map((file) => `scripts/house/proofs.ts: server/src/${file} takes no ${name}.`),
  )
}
