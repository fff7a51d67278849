import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from './errors.ts'
import { asPage, pagePolicy } from './headers.ts'
import type { Config } from '../config.ts'

const built = new URL('../../../web/dist/', import.meta.url)

/**
 * The web client: hashed files for ever, the page never cached. Any path that is no file and no call
 * is a screen, so it gets the page.
 */
export async function addPages(app: FastifyInstance, config: Config): Promise<void> {
  const policy = pagePolicy(config)
  const hasClient = existsSync(new URL('index.html', built))
  const page = hasClient ? await readFile(new URL('index.html', built), 'utf8') : missingClient

  if (hasClient) {
    await app.register(fastifyStatic, {
      root: fileURLToPath(built),
      constraints: { side: 'portal' },
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.header('vary', 'Accept-Encoding')
      },
    })
  }
  await app.register(addReports)

  app.get('/', { constraints: { side: 'portal' } }, async (_, reply) => sendPage(reply))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const isScreen =
      request.method === 'GET' && !/^\/(api|assets)\//.test(path) && !/\.[a-z0-9]+$/i.test(path)
    if (isScreen && request.headers.accept?.includes('text/html')) return sendPage(reply)
    return refuse('not_found')
  })

  function sendPage(reply: FastifyReply): FastifyReply {
    return asPage(reply, policy).send(page)
  }
}

const missingClient = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Byre</title>
<h1>The web client is not built</h1><p>Run <code>npm start</code>, which builds it.</p></html>`

/** Reports of the browser about our own policy: logged as facts, never stored. */
async function addReports(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json', 'application/json'],
    { parseAs: 'string', bodyLimit: 16_384 },
    (_, body, done) => done(null, body),
  )
  app.post('/csp-reports', { constraints: { side: 'portal' } }, async (request, reply) => {
    request.log.warn({ report: String(request.body).slice(0, 2000) }, 'content security policy report')
    return reply.code(204).send()
  })
}
