import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { builtClients } from './app-client.ts'
import { asPage, pagePolicy, type ForeignSources, type PageConfig } from './headers.ts'
import { sideOf, tenantLabel } from '../hosts.ts'
import type { ClientFiles } from './client-files.ts'
import { partsOf, shapeOf, type KnownPaths } from './refusals.ts'

const builtClient = new URL('portal/', builtClients)

interface Pages {
  config: PageConfig
  foreign: ForeignSources
  paths: KnownPaths
  /** The client's own addresses, with `:name` for parameters. */
  screens: readonly string[]
  client?: URL
  /** Those of other builds. */
  files: ClientFiles
}

/**
 * The web client: hashed files for ever, the page never cached. Any path of the portal that is no file
 * and no call is a screen, so it gets the page.
 */
export async function addPages(
  app: FastifyInstance,
  { config, foreign, paths, screens, client = builtClient, files }: Pages,
): Promise<void> {
  const policy = pagePolicy(config, foreign)
  // The client's router minds neither case nor a slash at the end.
  const shapes = screens.map((path) => new RegExp(shapeOf(path).source.replace('$', '/?$'), 'i'))
  const hasClient = existsSync(new URL('index.html', client))
  const page = hasClient ? await readPage(client) : { identity: missingClient }

  const own = hasClient ? await filesIn(fileURLToPath(client)) : []
  if (hasClient) {
    await app.register(fastifyStatic, {
      root: fileURLToPath(client),
      // A route of each file's own, and there are hundreds, took a fifteenth of the start.
      serve: false,
      preCompressed: true,
      cacheControl: false,
      // Their tag says as much in fewer bytes, and nobody fetches a part of a script.
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.header('vary', 'Accept-Encoding')
        // What never changes under its name is never asked about again, and only documents have features to forbid.
        if (hashed) reply.removeHeader('etag').removeHeader('permissions-policy')
      },
    })
  }
  const ownAssets = new Set(own.filter((name) => isFile(`/${name}`)))
  for (const name of own)
    if (!ownAssets.has(name))
      app.get(`/${name}`, { constraints: { side: 'portal' } }, (_, reply) => reply.sendFile(name))
  const sendFile = (request: FastifyRequest, reply: FastifyReply) => {
    const name = request.url.split('?', 1)[0]!.slice(1)
    return ownAssets.has(name) ? reply.sendFile(name) : files.send(reply, name.slice('assets/'.length))
  }
  app.get('/assets/*', { constraints: { side: 'portal' } }, sendFile)
  app.get('/', { constraints: { side: 'portal' } }, async (request, reply) => sendPage(request, reply))

  // Before a body is read: nobody is told that it has the wrong type for a place that is not there.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const side = sideOf(request.headers.host, config)
    const isNobodys = side === 'tenant' && tenantLabel(request.headers.host, config) === null
    if (isNobodys) refuse('request.misdirected')
    if (paths.answersMethod(side, request, reply)) return undefined
    if (side === 'portal' && isScreen(request, shapes)) return done()
    if (isRead(request) || isOfApi(request)) refuse('not_found')
    reply.header('allow', 'GET, HEAD')
    return refuse('request.method_not_allowed')
  })
  app.setNotFoundHandler(async (request, reply) =>
    // A file of this build too, where another one has been built in its place since.
    isFile(request.url)
      ? files.send(reply, request.url.split('?', 1)[0]!.slice('/assets/'.length))
      : sendPage(request, reply),
  )

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const accepted = request.headers['accept-encoding']
    const encoding = accepted === undefined ? null : negotiate(accepted, Object.keys(page))
    asPage(reply, policy).header('vary', 'Accept-Encoding')
    if (encoding === 'br' || encoding === 'gzip') reply.header('content-encoding', encoding)
    return reply.send(page[encoding as keyof typeof page] ?? page.identity)
  }
}

const isFile = (url: string) => url.startsWith('/assets/')

/** The names of the files in a folder and those in it; copies that were packed answer for theirs, never under names of their own. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** The page as it is, and the copies that the build packed. It is the same for everybody, so that its length tells nothing. */
async function readPage(client: URL): Promise<{ br?: Buffer; gzip?: Buffer; identity: string }> {
  const read = async (name: string) => {
    const file = new URL(name, client)
    return existsSync(file) ? await readFile(file) : undefined
  }
  const [br, gzip] = [await read('index.html.br'), await read('index.html.gz')]
  const identity = await readFile(new URL('index.html', client), 'utf8')
  return { ...(br && { br }), ...(gzip && { gzip }), identity }
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
const isOfApi = ({ url }: FastifyRequest) => ['api', 'app'].includes(partsOf(url)[0] ?? '')

/**
 * A screen that the client has, whatever is accepted: its path may have a dot (an address in `/confirm/…`). Any other
 * path too, where the page says that nothing is there, unless it is named like a file and HTML was not asked for.
 */
function isScreen(request: FastifyRequest, shapes: readonly RegExp[]): boolean {
  if (!isRead(request) || isOfApi(request) || request.url.startsWith('/assets/')) return false
  const path = request.url.split('?', 1)[0]!
  if (shapes.some((shape) => shape.test(path))) return true
  const accept = request.headers.accept ?? '*/*'
  const isNamedLikeFile = /\.[a-z0-9]+$/i.test(path)
  return accept.includes('text/html') || (accept.includes('*/*') && !isNamedLikeFile)
}

const missingClient = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built</title>
<h1>The web client is not built</h1><p>Run <code>npm start</code>, which builds it.</p></html>`
