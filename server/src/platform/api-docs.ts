import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { asPage, pagePolicy } from './headers.ts'
import type { Letterhead } from './letter.ts'
import { pageStyles, pageStylesPath } from './page.ts'

const description = new URL('../../../docs/openapi.json', import.meta.url)
const folder = new URL('./api-docs/', import.meta.url)
const typeOf: Record<string, string> = { js: 'text/javascript', css: 'text/css' }

/** `/api/docs`: the OpenAPI document as a page on which calls can be tried, under the portal's own policy. */
export function addDocs(app: FastifyInstance, config: Config, head: Letterhead): void {
  const serve = (url: string, type: string, content: string) =>
    app.get(url, { constraints: { side: 'portal' } }, async (_, reply) =>
      reply.type(`${type}; charset=utf-8`).send(content),
    )
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

  const policy = pagePolicy(config)
  const page = read('page.html')
  app.get('/api/docs', { constraints: { side: 'portal' } }, async (_, reply) =>
    asPage(reply, policy).send(page),
  )
  // Read for each who asks: held as text it would be 3.5 MB of a process that is hardly ever asked.
  app.get('/api/openapi.json', { constraints: { side: 'portal' } }, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(await readFile(description)),
  )
  serve(pageStylesPath, 'text/css', pageStyles(head))
  for (const name of readdirSync(folder)) {
    const type = typeOf[name.split('.').at(-1) ?? '']
    if (type !== undefined) serve(`/api/docs/${name}`, type, read(name))
  }
}
