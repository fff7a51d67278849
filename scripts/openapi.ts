import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApi } from '@byre/server/platform/api-docs/openapi'
import { contractNouns } from '@byre/server/platform/api-docs/openapi-nouns'
import { changesSince, released, withChanges, withRelease, type LastRelease } from './api/changelog.ts'
import { clientCalls, clientTypes } from './api/client-types.ts'
import type { Api } from './api/document.ts'
import { examples } from './api/examples.ts'
import { root } from './install.mjs'

/*
 * `npm run openapi` writes docs/openapi.json from the endpoints of the contract, and what follows from it: the client's
 * types and the changelog. `--check` says whether the kept ones are what it would write, and whether a program that was
 * written by the last release still works. `--release 0.2.0` makes the description as it is now the last release.
 */

const { endpoints, named } = await contractNouns()
const document = openApi({
  endpoints,
  named,
  examples,
  title: 'Byre',
  services: {
    auth: 'Auth service',
    customers: 'Customer-data service',
    payments: 'Payments service',
    species: 'Species library',
  },
  about: {
    auth: 'Accounts, signing in, second factors and API keys.',
    customers: 'People, sites, clinics and billing information, and what happens there.',
    payments: 'Plans, subscriptions, cards and invoices.',
    species: 'What can be raised.',
  },
})
const api = document as unknown as Api

const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
const changelog = 'docs/guides/changelog.html'
const before = JSON.parse(read('docs/api/released.json')) as Api
const release = JSON.parse(read('docs/api/last-release.json')) as LastRelease
const changes = changesSince(before, api, release)

const written: Record<string, string> = {
  'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'client/src/api.ts': clientTypes(api),
  'client/src/calls.ts': clientCalls(api),
  [changelog]: withChanges(read(changelog), changes),
}
const at = process.argv.indexOf('--release')
if (at > 0) {
  const version = process.argv[at + 1]
  if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) throw new Error('Say which: --release 0.2.0')
  Object.assign(written, {
    [changelog]: withRelease(written[changelog]!, version!, new Date()),
    'docs/api/released.json': released(document),
    'docs/api/last-release.json': `${JSON.stringify({ version, meant: {} }, null, 2)}\n`,
  })
}

const fail = (...words: unknown[]) => {
  console.error(...words)
  process.exitCode = 1
}
if (process.argv.includes('--check')) {
  for (const [path, text] of Object.entries(written))
    if (read(path) !== text)
      fail(`${path} is not what the contract says now: run "npm run openapi" and commit it.`)
} else {
  for (const [path, text] of Object.entries(written)) writeFileSync(join(root, path), text)
  console.log(`docs/openapi.json has ${endpoints.length} calls.`)
}
for (const complaint of changes.complaints) fail(complaint)
