import { noteOperator, type Operator } from '@byre/server/auth/accounts/operators.actions'
import { rewriteAccountSecrets } from '@byre/server/auth/accounts/secrets.actions'
import { listAccountsLeft } from '@byre/server/auth/accounts/secrets.queries'
import { rewriteSigningSecrets } from '@byre/server/customers/webhooks/webhook-secrets.actions'
import { listRecipientLinksLeft } from '@byre/server/payments/invoices/invoice-recipients.queries'
import type { AppSecrets } from '@byre/server/platform/start/app-secret'
import { within, type Database } from '@byre/server/platform/database/db'
import { listKnownSecrets, requireSecrets, retireSecrets } from '@byre/server/platform/start/known-secrets'
import { Secrets } from '@byre/server/platform/secrets'
import { StartError } from '@byre/server/platform/start-error'
import type { Said } from './said.ts'

/* What operators do when one secret is exchanged for another; `docs/operators.md` says in which order. */

export function secretOperations(
  given: () => AppSecrets,
  { db }: Database,
  operator: Operator,
): {
  list(): Promise<Said>
  rewrite(): Promise<Said>
  forget(beginning: string): Promise<Said>
} {
  return {
    async list() {
      const own = new Secrets(given()).fingerprints()
      const known = await listKnownSecrets(db)
      await noteOperator(db, operator, 'listSecrets', { after: { found: known.length } })
      return known.map(({ fingerprint, began_at, retired_at, connections }) => ({
        fingerprint: shortened(fingerprint),
        here: ['writes', ...own.slice(1).map(() => 'reads')][own.indexOf(fingerprint)] ?? 'unknown',
        wrote_from: began_at,
        retired_at,
        connections,
      }))
    },

    async rewrite() {
      const secrets = new Secrets(given())
      const [writing] = secrets.fingerprints()
      await requireSecrets(db, secrets)
      const before = await listKnownSecrets(db)
      refuseTooEarly(writing, before)

      const rewritten = [
        ...(await rewriteAccountSecrets(within<'auth'>(db), secrets)),
        await rewriteSigningSecrets(within<'customers'>(db), secrets),
      ]
      await retireSecrets(db, { except: writing })
      // From when on nothing was written under another one: since the last of them was found silent.
      const since = (await listKnownSecrets(db))
        .flatMap(({ fingerprint, retired_at }) => (fingerprint !== writing && retired_at ? [retired_at] : []))
        .toSorted()
        .at(-1)
      const left = since
        ? [
            ...(await listAccountsLeft(within<'auth'>(db), since)),
            ...(await listRecipientLinksLeft(within<'payments'>(db), since)),
          ]
        : []
      const said = [
        ...rewritten.map((one) => ({ ...one, until: null })),
        ...left.map(({ value, left, until }) => ({
          value,
          rewritten: null,
          left,
          until: left ? until : null,
        })),
      ]
      await noteOperator(db, operator, 'rewriteSecrets', {
        after: Object.fromEntries(rewritten.map(({ value, rewritten: count }) => [value, count])),
      })
      return said
    },

    async forget(beginning) {
      const own = new Secrets(given()).fingerprints()
      const known = await listKnownSecrets(db)
      const meant = known.filter(({ fingerprint }) => fingerprint.startsWith(beginning.toLowerCase()))
      const [one, ...more] = meant
      if (!one || more.length > 0) return null
      if (own[0] === one.fingerprint)
        throw new StartError('secret', 'That is the secret which writes here: it cannot be forgotten.')
      refuseWritten([one])
      await retireSecrets(db, { only: one.fingerprint })
      const after = { fingerprint: shortened(one.fingerprint) }
      await noteOperator(db, operator, 'forgetSecret', { after })
      return { ...after, forgotten: true }
    },
  }
}

const shortened = (fingerprint: string) => fingerprint.slice(0, 8)

type Known = Awaited<ReturnType<typeof listKnownSecrets>>

/** Before every process writes under the first secret there would be no end of what is under the others. */
function refuseTooEarly(writing: string, known: Known): void {
  if (known.every(({ fingerprint }) => fingerprint !== writing))
    throw new StartError(
      'secret',
      'No process has written under the first APP_SECRET yet: start all with it in front, then do this again.',
    )
  refuseWritten(known.filter(({ fingerprint }) => fingerprint !== writing))
}

function refuseWritten(known: Known): void {
  const writing = known.find(({ connections }) => connections > 0)
  if (writing)
    throw new StartError(
      'secret',
      `A process still writes under the secret ${shortened(writing.fingerprint)}: ` +
        'start it with the new one in front, then do this again.',
    )
}
