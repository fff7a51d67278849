import { posix } from 'node:path'

/* Where files lie, what they are called and how long they may be. */

const longest = 300
const deepest = 3
const generated = new Set([
  'contract/src/places/top-level-domains.ts',
  'client/src/api.ts',
  'docs/api/released.json',
  'docs/openapi.json',
  'package-lock.json',
])
const folders = /^(client|contract|rules|server|web|e2e|bench|deploy|docs|scripts|\.ci)\/|^[^/]+$/
const moduleFile =
  /^(?:[a-z][a-z0-9-]*\.(?:routes|actions|policy|queries|test)|tables|ports|mails|index)\.ts$/
const drawer = /(?:^|[-.])(?:utils?|helpers?|common|services?|managers?|misc|stuff)(?=[-.]|$)/

export function checkFile(path: string, text: string): string[] {
  if (generated.has(path)) return []
  const complaints: string[] = []
  const name = posix.basename(path)
  const refuse = (why: string) => complaints.push(`${path}: ${why}.`)

  if (!folders.test(path)) refuse('no folder of the house; see docs/architecture.md for the tree')
  if (path.split('/').length - 2 > deepest)
    refuse(`deeper than ${deepest} folders inside its package; lay it flat`)
  if (drawer.test(name)) refuse('a drawer for anything; name the file after the one thing it does')

  const lines = text.split('\n').length - 1
  if (/\.(ts|tsx|mjs|js|css|sql)$/.test(path) && lines > longest)
    refuse(`${lines} lines, more than ${longest}; give a named part a file beside it`)

  const [, module, rest = ''] =
    /^server\/src\/(auth|customers|herd|payments|species|staff|tenants)\/(.+)$/.exec(path) ?? []
  const isGateway = module === 'payments' && rest.startsWith('gateways/')
  if (module !== undefined && path.endsWith('.ts') && !isGateway && !moduleFile.test(name))
    refuse(
      'in a module a file is <noun>.<routes|actions|policy|queries|test>.ts, tables.ts, ports.ts, mails.ts or index.ts',
    )
  if (path.startsWith('server/migrations/') && !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    refuse('a migration is called 0007-what-it-does.sql')
  return complaints
}
