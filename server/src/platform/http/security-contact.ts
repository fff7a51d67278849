import type { FastifyInstance } from 'fastify'

const path = '/.well-known/security.txt'
/** RFC 9116 wants less than a year; it is said anew with every answer, so that none is ever stale. */
const goodForDays = 180

/** Says to whoever finds a weakness where to write (RFC 9116), where that is set. */
export function addSecurityContact(
  app: FastifyInstance,
  { securityContacts, publicUrl }: { securityContacts: readonly string[]; publicUrl: string },
): void {
  if (securityContacts.length === 0) return
  app.get(path, { constraints: { side: 'portal' } }, async (_, reply) => {
    const expires = new Date(Date.now() + goodForDays * 24 * 3600 * 1000)
    expires.setUTCHours(0, 0, 0, 0)
    const lines = [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires.toISOString()}`,
      `Canonical: ${publicUrl}${path}`,
      'Preferred-Languages: en',
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
