import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguages, bestLanguage, type Language } from '@byre/contract/languages'
import { refuse } from '../errors.ts'
import { BuiltClient, builtClients } from './built-client.ts'
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
  const own = new BuiltClient(client)
  for (const name of own.names)
    if (!isFile(`/${name}`))
      app.get(`/${name}`, { constraints: { side: 'portal' } }, async (_, reply) => {
        own.sendFile(reply, name)
        return reply
      })
  /** A file of this build, also where another one has been built in its place since. */
  const sendFile = async (request: FastifyRequest, reply: FastifyReply) => {
    const name = request.url.split('?', 1)[0]!.slice(1)
    return own.sendFile(reply, name) ? reply : files.send(reply, name.slice('assets/'.length))
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
    isFile(request.url) ? sendFile(request, reply) : sendPage(request, reply),
  )

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!own.isBuilt) return asPage(reply, policy).send(missingClient)
    if (!loginPath.test(request.url)) return own.sendPage(reply, policy)
    const login = `login.${languageAskedFor(request)}.html`
    return own.sendPage(reply, policy, own.has(login) ? login : 'index.html', ['Accept-Language'])
  }
}

const isFile = (url: string) => url.startsWith('/assets/')

/** Which has a page of its own in each language, with its form in it (decision 0177). */
const loginPath = /^\/login(?:[?#]|$)/

const languageAskedFor = ({ headers }: FastifyRequest): Language =>
  bestLanguage(acceptedLanguages(headers['accept-language'] ?? ''))

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
