import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'
import type { GeneralLimits } from '../limits/limits.ts'
import { networkOf } from '../network.ts'

/** One browser's page may break the policy in many places at once; more than this tells nothing new. */
const perMinute = { address: 10, all: 60 }
const bodyBytes = 16_384
const valueCharacters = 200

/** Reports of browsers about our own policy: a few facts of each are logged, none is stored. */
export async function addPolicyReports(app: FastifyInstance, general: GeneralLimits): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json', 'application/json'],
    { parseAs: 'string', bodyLimit: bodyBytes },
    (_, body, done) => done(null, body),
  )
  // Before the body is read: whoever sends more costs no more than the refusal.
  app.addHook('onRequest', async (request) => {
    general.count(`policy-reports:${networkOf(request.ip)}`, perMinute.address)
    general.count('policy-reports', perMinute.all)
  })
  // Pages of both have a policy, and each reports to its own host.
  for (const side of ['portal', 'tenant'])
    app.post('/csp-reports', { constraints: { side } }, async (request, reply) => {
      request.log.warn({ report: factsOf(String(request.body)) }, 'content security policy report')
      return reply.code(204).send()
    })
}

/** The first report of a body in either of the two formats; refuses what is neither. */
function factsOf(text: string) {
  const body = parsed(text)
  const first = Array.isArray(body) ? body[0] : body
  const report = fieldOf(first, 'csp-report') ?? fieldOf(first, 'body')
  if (typeof report !== 'object' || report === null) refuse('request.invalid')
  const either = (...names: string[]) => names.map((name) => fieldOf(report, name)).find(isText)
  return {
    directive: short(either('effective-directive', 'effectiveDirective', 'violated-directive')),
    blocked: short(either('blocked-uri', 'blockedURL')),
    page: short(either('document-uri', 'documentURL')),
    source: short(either('source-file', 'sourceFile')),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('request.invalid')
  }
}

const fieldOf = (thing: unknown, name: string): unknown =>
  typeof thing === 'object' && thing !== null ? (thing as Record<string, unknown>)[name] : undefined

const isText = (value: unknown): value is string => typeof value === 'string'

/** Without what stands after the path, which may say who somebody is. */
const short = (url: string | undefined) => url?.replace(/[?#].*$/s, '').slice(0, valueCharacters)
