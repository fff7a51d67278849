import type { FastifyInstance } from 'fastify'

/** Where browsers and password keepers look for the page on which a password is changed; this one is open to everybody. */
export function addChangePassword(app: FastifyInstance): void {
  app.get('/.well-known/change-password', { constraints: { side: 'portal' } }, async (_, reply) =>
    reply.redirect('/reset', 302),
  )
}
