import { posix } from 'node:path'

/* Who may import whom: web ──▶ contract ◀── server, all three ──▶ rules; client ──▶ nothing; app ──▶ modules ──▶ platform; routes ──▶ features ──▶ ui, lib. */

/** Modules by what other modules' front doors they may use. */
const modules: Record<string, readonly string[]> = {
  auth: ['customers'],
  payments: ['customers'],
  tenants: ['customers'],
  herd: ['tenants'],
  staff: ['auth', 'customers', 'payments'],
  customers: [],
  species: [],
}
/** Web features that may use another one: the plan and entity pickers, what sites and clinics share, their people. */
const features: Record<string, readonly string[]> = {
  places: ['api-keys', 'billing', 'people'],
  sites: ['billing', 'places', 'people'],
  clinics: ['billing', 'places', 'people'],
  billing: ['people'],
  people: ['webhooks'],
  account: ['api-keys', 'places'],
  dashboard: ['account', 'billing', 'people', 'places'],
  invites: ['auth'],
  layout: ['auth', 'finding', 'invites', 'staff'],
  finding: ['help'],
}

/** Packages with one home, and why. */
const homes = new Map<string, readonly [place: RegExp, why: string]>([
  ['pg-boss', [/^server\/src\/platform\/jobs\//, 'jobs go through platform/jobs/outbox.ts']],
  ['pg', [/^(server\/src\/platform|bench|scripts)\//, 'queries go through platform/database/db.ts']],
  ['nodemailer', [/^server\/src\/platform\/mail\//, 'mails go through the outbox']],
])

const statement =
  /(?:^\s*(?:import|export)\s[^'"`;=()]*?from\s*|^\s*import\s*|\bimport\(\s*)['"]([^'"]+)['"]/gm

const wantedIn = (text: string) => [...text.matchAll(statement)].map((match) => match[1] ?? '')

/** The files of ours that a file imports, types too, as paths from the root; and packages by their names. */
export const importsOf = (path: string, text: string): string[] =>
  wantedIn(text).map((wanted) => resolveImport(path, wanted))

export function checkImports(path: string, text: string): string[] {
  return wantedIn(text).flatMap((wanted) => {
    const why = refusal(path, wanted)
    return why === undefined ? [] : [`${path}: imports ${wanted}: ${why}.`]
  })
}

function refusal(path: string, wanted: string): string | undefined {
  const target = resolveImport(path, wanted)
  const home = homes.get(packageOf(wanted))
  if (home && !home[0].test(path) && !isForTests(path)) return home[1]
  if (path.startsWith('rules/')) return fromRules(path, target)
  if (path.startsWith('client/src/') && !isForTests(path) && !target.startsWith('client/'))
    return 'client/ imports nothing: it is installed elsewhere by itself'
  if (path.startsWith('contract/')) return fromContract(path, target)
  if (path.startsWith('web/src/') && (target.startsWith('server/') || target.startsWith('node:')))
    return isForTests(path) ? undefined : 'web and server meet in contract/src/ alone'
  if (path.startsWith('server/') && target.startsWith('web/'))
    return 'web and server meet in contract/src/ alone'
  if (path.startsWith('server/src/')) return fromServer(path, target)
  if (path.startsWith('web/src/')) return fromWeb(path, target)
  return fromOutside(path, target)
}

/** What stands around the product may use of it, and of each other. */
const outside: Record<string, readonly RegExp[]> = {
  e2e: [
    /^contract\//,
    /^server\/src\/testing\//,
    /^server\/src\/app\.ts$/,
    /^scripts\/(?:browser|launch|build-\w+)\.m?[tj]s$/,
  ],
  bench: [
    /^contract\//,
    /^server\/src\/(?:platform\/start\/|platform\/ids\.ts$|variables\.ts$)/,
    /^web\/src\/paths\.ts$/,
    /^(?:e2e|scripts)\//,
  ],
  scripts: [/^contract\//, /^server\/src\//],
}

function fromOutside(path: string, target: string): string | undefined {
  const [from = ''] = path.split('/')
  const [to = ''] = target.split('/')
  const allowed = outside[from]
  const isOfHouse = to in outside || ['client', 'contract', 'rules', 'server', 'web'].includes(to)
  if (!allowed || from === to || !isOfHouse || allowed.some((place) => place.test(target))) return undefined
  return from === 'e2e'
    ? 'a journey knows the product from outside, and server/src/testing/'
    : `${from}/ may not reach into ${to}/ there; what both need belongs lower`
}

function fromContract(path: string, target: string): string | undefined {
  if (isForTests(path) || /^(?:contract|rules)\//.test(target) || packageOf(target) === 'zod')
    return undefined
  return 'contract/ imports zod and nothing else; what needs more belongs in server/ or web/'
}

function fromRules(path: string, target: string): string | undefined {
  if (isForTests(path) || target.startsWith('rules/')) return undefined
  return 'rules/ imports nothing: the same arithmetic runs in browser and server'
}

function fromServer(path: string, target: string): string | undefined {
  const [from, to] = [path, target].map((file) => /^server\/src\/([^/]+)\//.exec(file)?.[1])
  if (to === 'testing') return isForTests(path) ? undefined : 'testing/ is for tests'
  const isModule = (name: string | undefined): name is string => name !== undefined && name in modules
  if (isForTests(path)) return undefined
  if (from === 'platform' && (isModule(to) || target === 'server/src/app.ts'))
    return 'platform/ knows no domain word; let the module hand it in, or move this into the module'
  if (!isModule(from) || !isModule(to) || from === to) return undefined
  if (!modules[from]?.includes(to))
    return `${from} may not use ${to}; app.ts hands it in as a port, or the code belongs in ${to}`
  return target === `server/src/${to}/index.ts` ? undefined : `another module is entered by its index.ts`
}

/** What the portal's client and an app's both have; packages and the contract too. */
const sharedWithApps =
  /^web\/src\/(?:ui|styles|lib\/(?!session|api|query|live|use-call|wire|step-up|renewal))|^web\/src\/brand\.ts$|^(?!web\/)/

function fromWeb(path: string, target: string): string | undefined {
  const [from, to] = [path, target].map((file) => /^web\/src\/([^/]+)\//.exec(file)?.[1])
  if (from !== to && (from === 'site-app' || to === 'site-app') && !sharedWithApps.test(target))
    return 'the site app is a build of its own; it shares ui/, styles/ and of lib/ what knows no session of the portal'
  if (to === undefined || from === undefined || from === to || isForTests(path)) return undefined
  if (to === 'testing') return 'testing/ is for tests'
  if (from === 'lib') return 'lib/ stands alone; pages and pieces belong in a feature or in ui/'
  if (to === 'lib' || to === 'ui' || to === 'styles') return undefined
  if (from === 'ui') return 'ui/ could ship in another product; what knows a screen belongs in a feature'
  if (from === 'gallery' || features[from]?.includes(to)) return undefined
  return `a feature imports no other feature; what ${from} and ${to} share belongs in ui/ or lib/`
}

function resolveImport(path: string, wanted: string): string {
  if (wanted.startsWith('.')) return posix.join(posix.dirname(path), wanted)
  const [, workspace, rest] = /^@byre\/(contract|rules|server|web)\/(.+)$/.exec(wanted) ?? []
  return workspace === undefined ? wanted : `${workspace}/src/${rest}.ts`
}

const isForTests = (path: string) => /\.test\.tsx?$|\/src\/testing\//.test(path)
const packageOf = (wanted: string) => wanted.split('/', wanted.startsWith('@') ? 2 : 1).join('/')
