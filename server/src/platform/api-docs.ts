import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { asPage, pagePolicy } from './headers.ts'

const document = new URL('../../../docs/openapi.json', import.meta.url)
const assets = new URL('./api-docs/', import.meta.url)

/** `/api/docs`: the OpenAPI document as a page on which calls can be tried, under the portal's own policy. */
export function addDocs(app: FastifyInstance, config: Config): void {
  const options = { constraints: { side: 'portal' } }
  const policy = pagePolicy(config)
  app.get('/api/openapi.json', options, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(await readFile(document, 'utf8')),
  )
  app.get('/api/docs', options, async (_, reply) =>
    asPage(reply, policy).send(await readFile(new URL('page.html', assets), 'utf8')),
  )
  app.get('/api/docs/page.js', options, async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(await readFile(new URL('page.js', assets), 'utf8')),
  )
  app.get('/api/docs/page.css', options, async (_, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(new URL('page.css', assets), 'utf8')),
  )
}
