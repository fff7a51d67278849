import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { allocator, productFlags } from '../scripts/launch.mjs'
import { variables } from '../server/src/variables.ts'
import { loadByNode } from './load-by-node.ts'
import { hasWrk, loadByWrk } from './load-by-wrk.ts'
import { measured } from './targets.ts'

/* What is measured is what ships: nothing can be said to the product here that its users could not say to it. */

const root = new URL('..', import.meta.url)
const sources = globSync('bench/*.ts', { cwd: root.pathname })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8') }))

/** What `npm start` itself sets for Node, and what every process has. */
const ofStart = ['NODE_COMPILE_CACHE', ...Object.keys(allocator), 'PATH', 'HOME']

test('every variable that a benchmark sets is one of the product or of npm start', () => {
  const known = new Set([...Object.keys(variables.shape), ...ofStart])
  const set = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s+([A-Z][A-Z\d]*(?:_[A-Z\d]+)*):/gm)].map(([, name]) => ({ path, name: name! })),
  )
  assert.ok(set.length >= 10)
  assert.deepEqual(
    set.filter(({ name }) => !known.has(name)),
    [],
  )
  for (const name of Object.keys(measured)) assert.ok(known.has(name), name)
})

test('a benchmark starts the product by its start script or its built program, with the flags of npm start alone', () => {
  for (const { path, text } of sources) {
    assert.doesNotMatch(
      text,
      /server\/src\/(?:app|serve|config|main)\.ts|\bbuildApp\b|\bopenDatabase\b/,
      path,
    )
    for (const [call] of text.matchAll(/\bspawn\(process\.execPath, [^\n]*/g))
      assert.match(
        call,
        /\[(?:startScript, `--role=\$\{role\}`|\.\.\.productFlags, (?:serverProgram|scripts\[name\]))\]/,
        path,
      )
  }
  for (const flag of productFlags)
    assert.match(flag, /^--(?:max-(?:semi-space|old-space)-size=\d+|no-maglev)$/)
})

const scripts = Object.entries(
  (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: Record<string, string> })
    .scripts,
).filter(([name]) => /^bench\b/.test(name))

/** The one benchmark whose subject is starting itself. */
const startsItself = 'bench/start.ts'

test('every benchmark measures the product that npm start starts in production, with its log in a file and mails sent', () => {
  assert.ok(scripts.length >= 8)
  for (const [name, command] of scripts) {
    const path = /bench\/[\w-]+\.ts$/.exec(command)![0]
    const { text } = sources.find((one) => one.path === path)!
    if (path !== startsItself)
      assert.match(text, /await startTarget\('product'|await startTarget\(name/, name)
  }
  const starters = sources.filter(({ text }) => /\bspawn\(process\.execPath\b/.test(text))
  assert.deepEqual(starters.map(({ path }) => path).sort(), [startsItself, 'bench/targets.ts'])
  for (const { path, text } of starters)
    for (const part of [/\.\.\.measured,/, /SMTP_URL: \w/, /stdio: \['ignore', log, log\]/])
      assert.match(text, part, path)
  for (const { path, text } of sources) assert.doesNotMatch(text, /\bstartProduct\b.* from /, path)
  assert.equal(measured.NODE_ENV, 'production')
})

test('an answer that is refused fails the load that got it, and connections rest where that is asked', async (t) => {
  let left = 5
  const server = createServer((_, response) => response.writeHead(left-- > 0 ? 200 : 503).end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const scenario = { name: 'list', connections: 2, next: () => ({ method: 'GET', path: '/', headers: {} }) }
  for (const load of hasWrk ? [loadByNode, loadByWrk] : [loadByNode]) {
    left = 5
    assert.match((await load(url, scenario, 1)).failed ?? '', /503|refused/)
    left = Infinity
    assert.equal((await load(url, scenario, 1)).failed, null)
    const rested = await load(url, { ...scenario, restsMs: 100 }, 1)
    assert.ok(rested.answers < 100, `two connections that rest between their calls made ${rested.answers}`)
  }
})

test('a benchmark that cannot go on says why in one line and fails', () => {
  const oneLine = new URL('./one-line.ts', import.meta.url).href
  const program = `throw new Error('the product ended with 6:\\n  the port is taken\\n')`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', oneLine, '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  )
  assert.equal(status, 1)
  assert.equal(stderr, 'bench: the product ended with 6: · the port is taken\n')
})
