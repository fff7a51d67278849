import { meters } from '@byre/contract/limits'
import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Branding } from '../branding.ts'
import { asPage, noForeignSources, pagePolicy, type PageConfig } from '../http/headers.ts'
import type { GeneralLimits } from '../limits/limits.ts'
import { networkOf } from '../network.ts'
import { PackedFile } from '../http/packed-file.ts'
import { pageStyles, pageStylesPath } from '../http/page.ts'

const descriptionPath = new URL('../../../../docs/openapi.json', import.meta.url)
const guides = new URL('../../../../docs/guides/', import.meta.url)
const folder = new URL('./', import.meta.url)
const typeOf: Record<string, string> = { js: 'text/javascript', css: 'text/css' }

/** `/api/docs`: the OpenAPI document as a page on which calls can be tried, and guides, under the portal's own policy. */
export function addDocs(
  app: FastifyInstance,
  { config, branding, general }: { config: PageConfig; branding: Branding; general: GeneralLimits },
): void {
  const serve = (url: string, type: string, content: string) =>
    app.get(url, { constraints: { side: 'portal' } }, async (_, reply) =>
      reply.type(`${type}; charset=utf-8`).send(content),
    )
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

  const policy = pagePolicy(config, noForeignSources)
  const page = read('page.html')
  app.get('/api/docs', { constraints: { side: 'portal' } }, async (_, reply) =>
    asPage(reply, policy).send(page),
  )
  for (const name of readdirSync(guides)) {
    const guide = readFileSync(new URL(name, guides), 'utf8')
    app.get(
      `/api/docs/guides/${name.replace('.html', '')}`,
      { constraints: { side: 'portal' } },
      async (_, reply) => asPage(reply, policy).send(guide),
    )
  }
  const description = new PackedFile(descriptionPath)
  app.get('/api/openapi.json', { constraints: { side: 'portal' } }, async (request, reply) => {
    general.count(`description:${networkOf(request.ip)}`, meters.descriptionsPerMinute)
    return description.send(reply.type('application/json; charset=utf-8'))
  })
  serve(pageStylesPath, 'text/css', pageStyles(branding))
  for (const name of readdirSync(folder)) {
    const type = typeOf[name.split('.').at(-1) ?? '']
    if (type !== undefined) serve(`/api/docs/${name}`, type, read(name))
  }
}
