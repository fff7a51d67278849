import type { Words } from '@byre/contract/words'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tenant } from '../customers/index.ts'
import type { Context } from '../context.ts'
import { traceOf } from '../platform/request-trace.ts'
import { hostCookie, readTokenCookie } from '../platform/http/cookies.ts'
import { Refusal, refuse } from '../platform/errors.ts'
import { readQuery, type Fields } from '../platform/http/form-body.ts'
import { asPage, tenantPolicy } from '../platform/http/headers.ts'
import { METHODS } from '../platform/http/node-http.ts'
import { wordsAskedFor } from '../platform/languages/languages.ts'
import { networkOf } from '../platform/network.ts'
import {
  pageStyles,
  pageStylesPath,
  barePagePolicy,
  writeBarePage,
  writePage,
  type PageParts,
} from '../platform/http/page.ts'
import { asRefusal, partsOf, problemOf, sendRefusal } from '../platform/http/refusals.ts'
import { randomToken, tokenHash } from '../platform/secrets.ts'
import { appPages, pathCookie } from './app-pages.routes.ts'
import { enter, findVisitor, isSignOutToken, sessionCookie, signOutTokenOf } from './sessions.actions.ts'
import { deleteSession } from './sessions.queries.ts'
import { colleaguesFor, findAnswering, homePage, refusedPage, signedOutPage } from './visits.actions.ts'

const stateCookie = 'byre_state'
const stateSeconds = 600
const stoppedRetrySeconds = 3600
const perMinute = { address: 600, tenant: 1200 }
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** One request on a tenant's own host. */
interface Visit {
  tenant: Tenant
  host: string
  request: FastifyRequest
  reply: FastifyReply
}

const wordsFor = ({ headers }: FastifyRequest): Words => wordsAskedFor(headers['accept-language'])

/** What a tenant's host answers besides its calls: the app's page, or one without a script, opened by its own cookie. */
export function visitRoutes(context: Context<'tenants'>): void {
  const { app, db, config, general, branding, paths, secrets } = context
  const { publicUrl } = config
  const isHttps = publicUrl.startsWith('https:')
  const styles = pageStyles(branding)
  const pages = appPages(context)
  const cookie = (visit: Visit, name: string) =>
    readTokenCookie(visit.request.headers.cookie, name, publicUrl)
  const page = (reply: FastifyReply, words: Words, parts: PageParts) =>
    asPage(reply, tenantPolicy).send(writePage(branding, parts, words))

  /** Sends on to the portal, which knows who this is; in another tab a launch under way keeps its state. */
  function beginLaunch(visit: Visit) {
    const { host, request, reply } = visit
    const state = cookie(visit, stateCookie) ?? randomToken()
    const query = new URLSearchParams({ host, state })
    const path = pages.pathToKeep(request.url)
    reply.header('set-cookie', [
      hostCookie(stateCookie, state, publicUrl, stateSeconds),
      ...(path === null ? [] : [hostCookie(pathCookie, path, publicUrl, stateSeconds)]),
    ])
    return reply.redirect(`${publicUrl}/launch?${query}`, 302)
  }

  async function screen(visit: Visit) {
    const { tenant, request, reply } = visit
    const isOn = pages.isOn(tenant)
    if (!isOn && request.url.split('?', 1)[0] !== '/') refuse('not_found')
    const token = cookie(visit, sessionCookie)
    const visitor = await findVisitor(db, tenant, token)
    if (visitor) traceOf(request).user_id = visitor.user_id
    if (!visitor || token === null) return beginLaunch(visit)
    if (visitor.role === null) refuse('not_found')
    const isStopped = tenant.standing === 'stopped'
    if (isStopped) asRefusal(reply, new Refusal('place.stopped', { retryAfter: stoppedRetrySeconds }))
    if (isOn && !isStopped) return pages.page(reply)
    const colleagues = await colleaguesFor(db, tenant)
    const home = { tenant, visitor, colleagues }
    const words = wordsFor(request)
    const signOutToken = signOutTokenOf(secrets, tokenHash(token))
    return page(reply, words, homePage(words, home, publicUrl, signOutToken))
  }

  async function launchCode(visit: Visit) {
    const { tenant, host, request, reply } = visit
    // What only looks at an address, such as a link preview, must not use up its code.
    if (request.method === 'HEAD') return reply.redirect('/', 302)
    const { code = '', state = '' } = readQuery(request.url)
    const path = pages.wantedPath(request.headers.cookie)
    const isOwn = cookie(visit, stateCookie) === state
    const token = isOwn && tokenShape.test(code) ? await enter(db, tenant, { host, code, state }) : null
    if (token !== null) {
      reply.header('set-cookie', [
        hostCookie(sessionCookie, token, publicUrl),
        hostCookie(stateCookie, '', publicUrl, 0),
        ...(path === '/' ? [] : [hostCookie(pathCookie, '', publicUrl, 0)]),
      ])
      return reply.redirect(path, 302)
    }
    // Reloaded, or opened twice: whoever is in already just goes on.
    if (await findVisitor(db, tenant, cookie(visit, sessionCookie))) return reply.redirect(path, 302)
    return refuse('launch.expired')
  }

  /** What an app's page fetches; of a place without one there is none. */
  async function file({ tenant, request, reply }: Visit) {
    if (!pages.isOn(tenant)) refuse('not_found')
    await pages.file(reply, request.url.split('?', 1)[0]!.slice(1))
  }

  async function manifest(visit: Visit) {
    const { tenant, reply } = visit
    const visitor = pages.isOn(tenant) && (await findVisitor(db, tenant, cookie(visit, sessionCookie)))
    if (!visitor || visitor.role === null) refuse('not_found')
    return reply.type('application/manifest+json').send(pages.manifest(tenant))
  }

  async function signOut(visit: Visit) {
    const { tenant, request, reply } = visit
    const token = cookie(visit, sessionCookie)
    const visitor = await findVisitor(db, tenant, token)
    if (visitor && token !== null) {
      traceOf(request).user_id = visitor.user_id
      const { token: sent = '' } = (request.body ?? {}) as Fields
      if (!isSignOutToken(secrets, sent, tokenHash(token))) refuse('request.cross_site')
      await deleteSession(db, visitor.session_id)
      reply.header('set-cookie', hostCookie(sessionCookie, '', publicUrl, 0))
      reply.header('clear-site-data', '"cache"')
    }
    return reply.redirect('/signed-out', 303)
  }

  /** Finds whose host it is before anything is answered there. */
  const at =
    (answer: (visit: Visit) => Promise<unknown>) => async (request: FastifyRequest, reply: FastifyReply) => {
      general.count(`address:${networkOf(request.ip)}`, perMinute.address)
      const visited = await findAnswering(db, config, request.headers.host)
      if (!visited) refuse('request.misdirected')
      if (visited.movedTo !== null) return reply.redirect(`${visited.movedTo}${request.url}`, 308)
      if (isHttps && request.protocol === 'http')
        return reply.redirect(`https://${visited.host}${request.url}`, 308)
      traceOf(request).tenant = { kind: visited.tenant.kind, id: visited.tenant.id }
      general.count(`tenant:${visited.tenant.id}`, perMinute.tenant)
      await answer({ ...visited, request, reply })
      return reply
    }

  const elsewhere = at(async ({ request, reply }) => {
    if (!paths.answersMethod('tenant', request, reply)) refuse('not_found')
  })

  // Also methods that no route has are asked of somebody: whose host it is decides the answer.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)

  void app.register(async (scope) => {
    const options = { constraints: { side: 'tenant' } }
    for (const path of pages.screens) scope.get(path, options, at(screen))
    for (const name of ['assets/*', ...pages.icons]) scope.get(`/${name}`, options, at(file))
    scope.get('/manifest.webmanifest', options, at(manifest))
    scope.get('/hand-off', options, at(launchCode))
    scope.post('/sign-out', options, at(signOut))
    scope.get(
      '/signed-out',
      options,
      at(async ({ request, reply }) => {
        const words = wordsFor(request)
        await page(reply, words, signedOutPage(words, publicUrl))
      }),
    )
    scope.get(
      pageStylesPath,
      options,
      at(async ({ reply }) => reply.type('text/css; charset=utf-8').send(styles)),
    )
    // A place is for those who work there.
    scope.get(
      '/robots.txt',
      options,
      at(async ({ reply }) => reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n')),
    )
    const method = app.supportedMethods
    scope.route({ ...options, method, url: '/*', onRequest: elsewhere, handler: elsewhere })

    scope.setErrorHandler((error, request, reply) => {
      const problem = problemOf(error, request)
      const isNobodys = problem.code === 'request.misdirected' || problem.code === 'request.host_invalid'
      const wantsPage = !isNobodys || (request.headers.accept ?? '').includes('text/html')
      if (partsOf(request.url)[0] === 'api' || !wantsPage) return sendRefusal(reply, problem, paths)
      asRefusal(reply, problem)
      const words = wordsFor(request)
      if (isNobodys)
        return asPage(reply, barePagePolicy).send(writeBarePage(words.of(problem.message), words))
      return page(reply, words, refusedPage(words, problem, publicUrl))
    })
  })
}
