import { createHmac, randomBytes } from 'node:crypto'

/* Signatures as the specification of Standard Webhooks (standardwebhooks.com) has them, version 1, symmetric. */

const secretBytes = 32
const prefix = 'whsec_'

export const newSigningSecret = () => randomBytes(secretBytes)

/** As its owner keeps it. */
export const secretText = (secret: Buffer) => prefix + secret.toString('base64')

/** The headers of a message: one signature a secret, so that either of two proves it. `at` is when it leaves. */
export function signatureHeaders(
  secrets: readonly Buffer[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64'),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  }
}
