import type { Db } from '../../platform/database/db.ts'
import { keyPurpose, type Secrets } from '../../platform/secrets.ts'
import { byProduct } from '../access.policy.ts'
import { listSealed, setSealed } from './webhooks.queries.ts'

const sealing = keyPurpose('webhook-secret')

export const sealSigningSecret = (secrets: Secrets, webhookId: string, secret: Buffer): Buffer =>
  secrets.seal(sealing, webhookId, secret)

/** Null where none of the product's secrets opens it. */
export const openSigningSecret = (secrets: Secrets, webhookId: string, sealed: Buffer) =>
  secrets.open(sealing, webhookId, sealed)

const atOnce = 500

/** Seals again under the first of the product's secrets what an older one sealed. */
export async function rewriteSigningSecrets(
  db: Db<'customers'>,
  secrets: Secrets,
): Promise<{ value: string; rewritten: number; left: number }> {
  const done = { value: 'webhooks', rewritten: 0, left: 0 }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await listSealed(db, { after, at_most: atOnce })
    for (const { id, secret, former_secret } of rows) {
      const opened = openSigningSecret(secrets, id, secret)
      if (!opened) done.left += 1
      const former = former_secret && openSigningSecret(secrets, id, former_secret)
      if (!opened || !(opened.isOld || former?.isOld)) continue
      const renewed = await setSealed(db, {
        id: byProduct(id),
        was: secret,
        secret: sealSigningSecret(secrets, id, opened.plain),
        former_secret: former ? sealSigningSecret(secrets, id, former.plain) : former_secret,
      })
      done.rewritten += renewed.length
    }
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return done
    after = last.id
  }
}
