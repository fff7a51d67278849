import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '@byre/server/config'
import { secretNames } from '@byre/server/platform/secret-files'
import { builtIn, stripeVariables, variables } from '@byre/server/variables'
import { root } from './install.mjs'
import { allocator, productFlags } from './launch.mjs'

/* What `deploy/` runs Byre by agrees with the product: paths, ports, settings, secrets. */

const read = (path: string) => fs.readFileSync(join(root, path), 'utf8')
const folder = fs.mkdtempSync(join(tmpdir(), 'byre-deploy-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))

const settings = new Set<string>([
  ...Object.keys({ ...variables.shape, ...stripeVariables.shape }),
  ...secretNames.map((name) => `${name}_FILE`),
])

const containerfile = read('deploy/Containerfile')
const compose = read('deploy/compose.yaml')

/** `ENV` of the image that runs, continued lines and all. */
const imageEnvironment = Object.fromEntries(
  [...containerfile.replaceAll('\\\n', ' ').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/(\w+)=("[^"]*"|\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('"', ''),
    ]),
  ),
)

test('the image copies what is there, and the packages of every workspace', () => {
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  for (const path of copied) assert.ok(fs.existsSync(join(root, path)), path)
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
  for (const workspace of workspaces) assert.ok(copied.includes(`${workspace}/package.json`), workspace)
  const left = read('.dockerignore').split('\n')
  for (const path of ['**/node_modules', '.git', 'deploy/secrets', 'deploy/.env'])
    assert.ok(left.includes(path), path)
})

test('the image knows every setting it gives, and all that its pages are built by', () => {
  for (const name of Object.keys(imageEnvironment)) assert.ok(settings.has(name) || name in allocator, name)
  const built = [...containerfile.matchAll(/^ARG (.*)$/gm)].flatMap(([, names = '']) => names.split(' '))
  assert.deepEqual(built.toSorted(), [...builtIn, ...builtIn].toSorted())
  for (const name of builtIn) assert.equal(imageEnvironment[name], `$${name}`)
})

test('the image runs as nobody in particular, and says its ports and whether it lives', () => {
  assert.match(containerfile, /^USER [1-9]\d{3,}$/m)
  const { PORT, OPS_PORT, DATA_DIR } = imageEnvironment
  assert.match(containerfile, new RegExp(`^EXPOSE ${PORT} ${OPS_PORT}$`, 'm'))
  assert.match(containerfile, new RegExp(`^VOLUME ${DATA_DIR}$`, 'm'))
  assert.match(containerfile, /^HEALTHCHECK (?:.*\\\n)+.*OPS_PORT \+ '\/livez'/m)
  const started = /^ENTRYPOINT (.*)\nCMD \["server\/dist\/main\.js"\]\n$/m.exec(containerfile)
  assert.deepEqual(JSON.parse(started![1]!), ['bin/node', ...productFlags])
  for (const [name, value] of Object.entries(allocator)) assert.equal(imageEnvironment[name], value)
})

/** The lines below a key at that depth, without its own. */
function below(key: string, indent: number): string {
  const start = new RegExp(`^ {${indent}}${key}:.*\\n`, 'm').exec(compose)
  assert.ok(start, key)
  const rest = compose.slice(start.index + start[0].length)
  const end = new RegExp(`^ {0,${indent}}[^\\s#]`, 'm').exec(rest)
  return end ? rest.slice(0, end.index) : rest
}

/** `NAME: value` of an environment, with what stands there where no `.env` says otherwise. */
const valuesIn = (text: string, env: Record<string, string>) =>
  Object.fromEntries(
    [...text.matchAll(/^ {4,6}([A-Z][A-Z_]*): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value
        .replace(/\$\{(\w+)(:?-)([^}]*)\}/, (_, variable: string, sign: string, fallback: string) => {
          const given = env[variable]
          return given === undefined || (given === '' && sign === ':-') ? fallback : given
        })
        .replace(/^'(.*)'$/, '$1'),
    ]),
  )

const readme = read('docs/operators/containers.md')
const dotEnv = Object.fromEntries(
  /^```env run deploy\/\.env\n([^]*?)^```/m
    .exec(readme)![1]!
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
)

const secretFiles = new Map(
  [...below('secrets', 0).matchAll(/^ {2}(\w+): \{ file: secrets\/([\w-]+) \}$/gm)].map(
    ([, name = '', file = '']) => [name, file],
  ),
)
execFileSync('sh', [join(root, 'deploy/make-secrets'), folder])

/** As a node of the compose file has it: files of secrets where the machine has them. */
function nodeEnvironment(env: Record<string, string>): Record<string, string> {
  const given = valuesIn(below('x-byre', 0), env)
  for (const name of Object.keys(given)) assert.ok(settings.has(name), `${name} is no setting`)
  const inContainer = { ...imageEnvironment, ...given }
  for (const name of builtIn) delete inContainer[name]
  return Object.fromEntries(
    Object.entries(inContainer).map(([name, value]) => {
      const secret = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1]
      if (secret === undefined) return [name, value]
      assert.ok(secretFiles.has(secret), `${secret} is granted and not there`)
      return [name, join(folder, secretFiles.get(secret)!)]
    }),
  )
}

test('compose gives nodes what the product starts with: for a trial, and with the example for others', () => {
  const trial = readConfig(nodeEnvironment({}))
  assert.deepEqual(
    [trial.nodeEnv, trial.publicUrl, trial.host],
    ['production', 'https://localhost', '0.0.0.0'],
  )
  assert.match(trial.databaseUrl!, /^postgres:\/\/byre:[0-9a-f]{48}@database:5432\/byre$/)
  const real = readConfig(nodeEnvironment(dotEnv))
  assert.deepEqual([real.publicUrl, real.tenantARecord], ['https://portal.example.com', '192.0.2.10'])
})

test('compose grants each secret that is read, and makes each that is granted', () => {
  for (const file of secretFiles.values()) assert.ok(fs.existsSync(join(folder, file)), file)
  for (const service of ['migrate', 'database']) {
    const text = below(service, 2)
    const granted = /^ {4}secrets: \[(.*)\]$/m.exec(text)![1]!.split(', ')
    const wanted = [...text.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name = '']) => name)
    for (const name of wanted) assert.ok(granted.includes(name), `${service}: ${name}`)
    for (const name of granted) assert.ok(secretFiles.has(name), `${service}: ${name}`)
  }
  for (const name of read('deploy/postgres-roles.sh').matchAll(/\$secrets\/(\w+)/g))
    assert.ok(/secrets: \[.*\]/.exec(below('database', 2))![0].includes(name[1]!), name[1])
  assert.equal(/migrate_database_url/.test(below('x-byre', 0)), false, 'what serves does not own the schema')
})

test('compose has Caddy before all nodes by their ports, believed by its own address', () => {
  const caddy = below('caddy', 2)
  const given = valuesIn(caddy, {})
  const known = new Set([...read('deploy/Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name = '']) => name))
  for (const name of Object.keys(given)) assert.ok(known.has(name), name)
  const nodes = [...compose.matchAll(/^ {2}(byre-\d):$/gm)].map(([, name]) => name)
  assert.equal(nodes.length, 2)
  const { PORT, OPS_PORT } = imageEnvironment
  assert.equal(given['BYRE'], nodes.map((node) => `${node}:${PORT}`).join(' '))
  assert.equal(given['BYRE_OPS'], nodes.map((node) => `${node}:${OPS_PORT}`).join(' '))
  assert.equal(given['BYRE_OPS_PORT'], OPS_PORT)
  const address = /ipv4_address: (\S+) /.exec(caddy)![1]
  assert.equal(nodeEnvironment({})['TRUSTED_PROXIES'], address)
  for (const [, path = ''] of compose.matchAll(/- (\.\/\S+?):/g))
    if (path !== './certificates') assert.ok(fs.existsSync(join(root, 'deploy', path)), path)
  for (const name of ['byre-1', 'byre-2']) assert.match(below(name, 2), /<<: \*byre/)
  assert.match(below('x-byre', 0), /^ {2}read_only: true$/m)
})

/** What `deploy/byre` asks systemd for, by a stub that prints it: properties and variables, and what the program is given. */
function askedBy(words: string[], environment: Record<string, string> = {}) {
  const stub = join(folder, 'systemd-run')
  fs.writeFileSync(stub, '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const printed = execFileSync('sh', [join(root, 'deploy/byre'), ...words], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}`, ...environment },
  })
  const lines = printed.split('\n').slice(0, -1)
  const program = lines.indexOf('/opt/byre/current/bin/node')
  assert.ok(program > 0, printed)
  return { asked: lines.slice(0, program), given: lines.slice(program + 1) }
}

const ownersFile = '--property=EnvironmentFile=-/etc/byre/env.migrate'

test('operators: only a restore is given the role that owns the schema, by the file that migrating has', () => {
  const restore = ['restore', '/var/backups/byre/one.backup', '--passphrase-file', '-']
  const { asked, given } = askedBy(restore)
  assert.ok(asked.includes(ownersFile), asked.join('\n'))
  assert.deepEqual(given, ['scripts/byre.ts', ...restore])
  assert.match(read('deploy/byre-migrate.service'), /^EnvironmentFile=-\/etc\/byre\/env\.migrate$/m)
  for (const words of ['doctor', 'jobs list', 'places restore 1', 'backup restore', ''])
    assert.ok(!askedBy(words.split(' ').filter(Boolean)).asked.includes(ownersFile), words)
})

test('operators: everything runs as the portal does, with room elsewhere where TMPDIR names it', () => {
  const { asked } = askedBy(['backup', '--check', 'one.backup'], {
    TMPDIR: '/srv/large disk',
    SUDO_USER: 'maria',
  })
  for (const line of [
    '--pipe',
    '--property=User=byre',
    '--property=EnvironmentFile=/etc/byre/env',
    '--setenv=SUDO_USER=maria',
    '--setenv=TMPDIR=/srv/large disk',
  ])
    assert.ok(asked.includes(line), `${line} of ${asked.join('\n')}`)
  const plain = askedBy(['doctor']).asked
  assert.deepEqual(
    plain.filter((line) => line.includes('TMPDIR') || line === ''),
    [],
  )
})

test('operators: words with blanks arrive whole', () => {
  const words = ['accounts', 'disable', 'a@example.com', '--reason', 'it\'s  lost; $HOME * "x"', '']
  assert.deepEqual(askedBy(words).given, ['scripts/byre.ts', ...words])
})

const units = fs.readdirSync(join(root, 'deploy')).filter((name) => name.endsWith('.service'))

test('units run what a release holds, with the flags of the product, as their user and read-only', () => {
  assert.equal(units.length, 3)
  for (const name of units) {
    const unit = read(`deploy/${name}`)
    for (const line of [
      'User=byre',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'WorkingDirectory=/opt/byre/current',
    ])
      assert.ok(unit.split('\n').includes(line), `${name}: ${line}`)
    const started = [...unit.matchAll(/(?:scripts|server\/dist)\/[\w./]+/g)].map(([path]) => path)
    assert.ok(started.length > 0)
    for (const path of started)
      if (path !== 'server/dist/main.js') assert.ok(fs.existsSync(join(root, path)), path)
  }
  const node = read('deploy/byre@.service')
  const flags = /bin\/node (.*) server\/dist\/main\.js --role=%i$/m.exec(node)
  assert.equal(flags![1], productFlags.join(' '))
  const given = Object.entries(allocator).map(([name, value]) => `${name}=${value}`)
  assert.ok(node.split('\n').includes(`Environment=${given.join(' ')}`))
})

test('the nightly backup first removes what a check that was killed left, and nothing else', () => {
  const unit = read('deploy/byre-backup.service')
  const [, checked] = /^Environment=TMPDIR=(.*)$/m.exec(unit)!
  const [, cleared] = /^ExecStartPre=\/bin\/sh -ec '(.*)'$/m.exec(unit)!
  const copies = join(folder, 'copies')
  fs.mkdirSync(join(copies, 'byre-check-a1b2c3/data'), { recursive: true })
  fs.mkdirSync(join(copies, 'else'))
  for (const _ of ['with one', 'without']) {
    execFileSync('sh', ['-ec', cleared!.replaceAll(checked!, copies)])
    assert.deepEqual(fs.readdirSync(copies), ['else'])
  }
  assert.ok(read('server/src/platform/backup/check.ts').includes("join(tmpdir(), 'byre-check-')"))
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test(
  'systemd takes the units, and counts what they may do',
  { skip: hasSystemd ? false : 'no systemd here' },
  () => {
    const copies = [...units, 'byre-backup.timer'].map((name) => {
      const copy = join(folder, name.replace('@', '@all'))
      // The programs of a release are not on this machine.
      fs.writeFileSync(copy, read(`deploy/${name}`).replaceAll('=/opt/byre/current/bin/node', '=/bin/true'))
      return copy
    })
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...copies], {
      encoding: 'utf8',
    })
    assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes('byre'))], [0, []], stderr)
    for (const copy of copies.slice(0, -1)) {
      const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=35', copy], {
        encoding: 'utf8',
      })
      assert.equal(judged.status, 0, `${copy}\n${judged.stdout}${judged.stderr}`)
    }
  },
)
