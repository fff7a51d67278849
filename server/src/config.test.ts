import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gVa',
  PUBLIC_URL: 'https://portal.example.com',
  BASE_DOMAIN: 'places.example.com',
  TENANT_A_RECORD: '203.0.113.7',
  TRUSTED_PROXIES: '127.0.0.1',
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: 'a secret key',
  STRIPE_PUBLISHABLE_KEY: 'a publishable key',
  STRIPE_WEBHOOK_SECRET: 'a webhook secret',
  SMTP_URL: 'smtps://portal:word@mail.example.com',
}

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
}

test('an empty environment is enough to start on a bare machine', () => {
  const config = readConfig({})

  assert.equal(config.host, 'loopback')
  assert.equal(config.port, 4000)
  assert.equal(config.publicUrl, 'http://localhost:4000')
  assert.equal(config.baseDomain, 'localhost')
  assert.equal(config.databaseUrl, undefined)
  assert.equal(config.paymentGateway, 'sandbox')
  assert.deepEqual(config.products, ['sites', 'clinics'])
  assert.deepEqual(config.apps, ['site', 'clinic'])
  assert.equal(config.services.payments, 'http://localhost:4000')
  assert.deepEqual([config.opsHost, config.opsPort], ['127.0.0.1', 4001])
  assert.equal(config.serveOnMs, 0)
})

test('LIMIT_FACTOR lifts how much is taken on, never below what it is without it', () => {
  const { bounds } = readConfig({ MAX_CONNECTIONS_PER_ADDRESS: '20', ANSWER_SECONDS: '5' })
  assert.equal(bounds.connections, 5_000)
  assert.equal(bounds.connectionsPerAddress, 20)
  assert.equal(bounds.answerWithinMs, 5_000)
  assert.equal(bounds.takenWithinMs, 30_000)
  assert.equal(readConfig({ LIMIT_FACTOR: '0.1' }).bounds.connectionsPerAddress, 500)
  const lifted = readConfig({ LIMIT_FACTOR: '100' }).bounds
  assert.deepEqual([lifted.connectionsPerAddress, lifted.overloadDelayMs], [50_000, 25_000])
  assert.throws(() => readConfig({ SLOW_READER_SECONDS: '0' }), /SLOW_READER_SECONDS/)
})

test('an empty value is the same as none', () => {
  assert.equal(readConfig({ PORT: '', DATABASE_URL: ' ' }).databaseUrl, undefined)
})

test('mails come from the brand unless somebody else is named', () => {
  assert.equal(readConfig({}).mailFrom, 'Byre Sites <no-reply@localhost>')
  assert.equal(
    readConfig({ BYRE_BRAND: 'clinics', BASE_DOMAIN: 'byre.example' }).mailFrom,
    'Byre Clinics <no-reply@byre.example>',
  )
  assert.equal(readConfig({ MAIL_FROM: 'Herd <herd@a.example>' }).mailFrom, 'Herd <herd@a.example>')
})

test('values are read into what the code works with', () => {
  const config = readConfig({
    PORT: '8080',
    NODE_ENV: 'production',
    APP_SECRET: production.APP_SECRET,
    SMTP_URL: production.SMTP_URL,
    ALLOW_SANDBOX: '1',
    PUBLIC_URL: 'https://Portal.Example.com/',
    BASE_DOMAIN: 'places.example.com',
    TENANT_A_RECORD: '203.0.113.7',
    BYRE_AUTH_URL: 'https://auth.example.com/v1/',
    BYRE_PRODUCTS: 'clinics',
    BYRE_APPS: 'clinic',
    TAX_NUMBERS: 'GST=123456789RT0001, PST-BC=PST-1234-5678',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    DNS_SERVER: '[::1]:5353',
    LIMIT_FACTOR: '2.5',
    HOST: 'localhost',
    DATABASE_URL: 'postgres:///byre?host=/run/postgresql',
  })

  assert.equal(config.publicUrl, 'https://portal.example.com')
  assert.equal(config.services.auth, 'https://auth.example.com/v1')
  assert.equal(config.services.species, 'https://portal.example.com')
  assert.deepEqual(config.products, ['clinics'])
  assert.deepEqual(config.apps, ['clinic'])
  assert.deepEqual(config.taxNumbers, { GST: '123456789RT0001', 'PST-BC': 'PST-1234-5678' })
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1'])
  assert.equal(config.limitFactor, 2.5)
  assert.equal(config.host, 'loopback')
})

test('wrong values are told all at once, each naming its variable', () => {
  const wrong = {
    PORT: '80 80',
    PUBLIC_URL: 'portal.example.com',
    BASE_DOMAIN: 'not a domain',
    DATABASE_URL: 'mysql://portal:hunter2@db/portal',
    SMTP_URL: 'mail:hunter2',
    MAIL_FROM: 'Byre <a@b>\r\nBcc: everyone@example.com',
    PAYMENT_GATEWAY: 'cash',
    TENANT_A_RECORD: '300.0.0.1',
    TRUSTED_PROXIES: '10.0.0.0/33',
    LIMIT_FACTOR: '-1',
    TAX_NUMBERS: 'GST',
    PG_POOL: '0',
    NODE_ENV: 'staging',
    ALLOW_SANDBOX: 'yes',
    BYRE_BRAND: 'farms',
    BYRE_PRODUCTS: 'sites,farms',
    DNS_SERVER: 'dns.example.com',
    HOST: 'here there',
  }
  const problems = problemsOf(wrong)

  assert.deepEqual(problems.map((problem) => problem.split(' ')[0]).toSorted(), Object.keys(wrong).toSorted())
  assert.ok(problems.includes('PORT is "80 80": give a whole number from 1 to 65535.'))
})

test('of a list each wrong part is told, on one line', () => {
  assert.deepEqual(problemsOf({ TRUSTED_PROXIES: '10.0.0.1, ten, ::\n1', BYRE_PRODUCTS: 'sites,farms' }), [
    'TRUSTED_PROXIES has "ten": give addresses or networks such as 10.0.0.0/8.',
    'TRUSTED_PROXIES has "::\\n1": give addresses or networks such as 10.0.0.0/8.',
    'BYRE_PRODUCTS is "farms": give a list of sites, clinics.',
  ])
})

test('who migrates, and a standby that is another, are named beside who serves', () => {
  const url = 'postgres://portal:hunter2@db/portal'
  for (const name of ['MIGRATE_DATABASE_URL', 'DATABASE_READ_URL'])
    assert.match(problemsOf({ [name]: url }).join(), /^DATABASE_URL is not set beside \w+: [^:]*$/)
  const same = { DATABASE_URL: url, DATABASE_READ_URL: url }
  assert.match(problemsOf(same).join(), /^DATABASE_READ_URL is what DATABASE_URL is: [^:]*$/)
})

test('a refused secret is not repeated', () => {
  const problems = problemsOf({ DATABASE_URL: 'mysql://portal:hunter2@db/portal', SMTP_URL: 'x:hunter2' })
  assert.equal(problems.length, 2)
  assert.doesNotMatch(problems.join(), /hunter2/)
})

test('O04 production starts with a secret, https, a mail server and a real gateway', () => {
  const config = readConfig(production)

  assert.equal(config.stripe?.webhookSecret, 'a webhook secret')
  assert.equal(config.serveOnMs, 5_000)
})

for (const [what, change, line] of [
  ['a missing secret', { APP_SECRET: undefined }, 'APP_SECRET is not set'],
  [
    'a short secret',
    { APP_SECRET: 'Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gV' },
    'APP_SECRET is shorter than 32 bytes',
  ],
  [
    'a placeholder as the older secret',
    { APP_SECRET: `Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gVa,${'x'.repeat(64)}` },
    'APP_SECRET looks like a placeholder',
  ],
  ['a placeholder secret', { APP_SECRET: 'x'.repeat(64) }, 'APP_SECRET looks like a placeholder'],
  ['an http address', { PUBLIC_URL: 'http://portal.example.com' }, 'PUBLIC_URL is http://portal.example.com'],
  [
    'to speak openly with who takes payments',
    { STRIPE_API_BASE: 'http://stripe.example.com' },
    'STRIPE_API_BASE is http://stripe.example.com',
  ],
  ['the sandbox gateway', { PAYMENT_GATEWAY: 'sandbox' }, 'PAYMENT_GATEWAY is sandbox'],
  ['no mail server', { SMTP_URL: undefined }, 'SMTP_URL is not set'],
  [
    'https without the proxy that ends TLS, since every page would lead to itself',
    { TRUSTED_PROXIES: undefined },
    'TRUSTED_PROXIES is not set while PUBLIC_URL is https://portal.example.com',
  ],
  [
    'places that only this machine could open',
    { BASE_DOMAIN: undefined },
    'BASE_DOMAIN is localhost while PUBLIC_URL is https://portal.example.com',
  ],
  [
    'custom domains that would point at whoever opens them',
    { TENANT_A_RECORD: '127.0.0.2' },
    'TENANT_A_RECORD is 127.0.0.2 while PUBLIC_URL is https://portal.example.com',
  ],
  ...['u:hunter2@one,two/byre', 'u:hunter2@one:5432,two:5432/byre', 'u:hunter2@/byre?host=one,two'].map(
    (rest) =>
      [
        `two hosts of the database (${rest.slice(9)})`,
        { DATABASE_URL: `postgres://${rest}` },
        'DATABASE_URL cannot be used',
      ] as const,
  ),
  ['webhooks to this machine', { WEBHOOK_TEST_CA: 'certificate.pem' }, 'WEBHOOK_TEST_CA is set'],
  ['a gateway without its key', { STRIPE_SECRET_KEY: undefined }, 'STRIPE_SECRET_KEY is not set'],
] as const)
  test(`O04 production refuses ${what}`, () => {
    const problems = problemsOf({ ...production, ...change })

    assert.equal(problems.length, 1)
    assert.ok(problems[0]?.startsWith(`${line}:`), problems[0])
  })

test('O04 https is refused without the proxy that ends TLS in development, too', () => {
  const problems = problemsOf({ PUBLIC_URL: 'https://byre.test' })
  assert.match(problems.join('\n'), /^TRUSTED_PROXIES is not set while PUBLIC_URL is https:[^\n]+$/)
})

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'byre-secrets-'))
  after(() => rmSync(folder, { recursive: true }))
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  test('S10 every secret may be given as the file that holds it', () => {
    const { APP_SECRET, SMTP_URL, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, ...open } = production
    const config = readConfig({
      ...open,
      APP_SECRET_FILE: file('app', `${APP_SECRET}\n`),
      DATABASE_URL_FILE: file('database', 'postgres://byre:word@db.example.com/byre\n'),
      MIGRATE_DATABASE_URL_FILE: file('owner', 'postgres://owner:word@db.example.com/byre\n'),
      SMTP_URL_FILE: file('smtp', SMTP_URL),
      STRIPE_SECRET_KEY_FILE: file('key', STRIPE_SECRET_KEY),
      STRIPE_WEBHOOK_SECRET_FILE: file('webhook', STRIPE_WEBHOOK_SECRET),
    })

    assert.deepEqual([config.appSecrets, config.appSecretIsGiven], [[APP_SECRET], true])
    assert.equal(config.databaseUrl, 'postgres://byre:word@db.example.com/byre')
    assert.equal(config.migrateDatabaseUrl, 'postgres://owner:word@db.example.com/byre')
    assert.equal(config.smtpUrl, SMTP_URL)
    assert.equal(config.stripe?.secretKey, STRIPE_SECRET_KEY)
    assert.equal(config.stripe?.webhookSecret, STRIPE_WEBHOOK_SECRET)
  })

  test('S10 a secret given twice, or in a file that has none, is refused by its name and never shown', () => {
    const problems = problemsOf({
      APP_SECRET: 'hunter2',
      APP_SECRET_FILE: file('twice', 'hunter2'),
      DATABASE_URL_FILE: file('wrong', 'mysql://portal:hunter2@db/portal'),
      SMTP_URL_FILE: join(folder, 'nothing'),
      STRIPE_SECRET_KEY_FILE: folder,
      STRIPE_WEBHOOK_SECRET_FILE: file('empty', ' \n'),
    })

    assert.deepEqual(
      problems.map((problem) => problem.split(':')[0]),
      [
        'DATABASE_URL cannot be used',
        'APP_SECRET and APP_SECRET_FILE are both set',
        'SMTP_URL_FILE names a file that cannot be read (ENOENT)',
        'STRIPE_SECRET_KEY_FILE names a file that cannot be read (EISDIR)',
        'STRIPE_WEBHOOK_SECRET_FILE names a file that is empty',
      ],
    )
    assert.doesNotMatch(problems.join(), /hunter2/)
  })
})

test('S10 a secret is exchanged by giving two, the one that writes first', () => {
  const [old, next] = ['Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gVa', 'tW7hQ2cV9xLs4mKp1rJd6nZf8bGy3aEu']
  assert.deepEqual(readConfig({ ...production, APP_SECRET: `${next},${old}` }).appSecrets, [next, old])
  assert.deepEqual(readConfig({ ...production, APP_SECRET: ` ${next} , ${old} ` }).appSecrets, [next, old])
  assert.deepEqual(readConfig({ ...production, APP_SECRET: old }).appSecrets, [old])
})

test('S10 a single secret that has a comma in it stays what it was', () => {
  for (const secret of [
    'a secret, long enough to be one, of old days',
    `${'Zk3vQ0xw9rTb6mLp'.repeat(3)},short`,
  ])
    assert.deepEqual(readConfig({ ...production, APP_SECRET: secret }).appSecrets, [secret])
})

test('O04 production takes http on localhost and the sandbox when told so', () => {
  const change = { PUBLIC_URL: 'http://localhost:4000', PAYMENT_GATEWAY: 'sandbox', ALLOW_SANDBOX: '1' }

  assert.deepEqual(problemsOf({ ...production, ...change }), [])
  assert.deepEqual(problemsOf({ ...production, STRIPE_API_BASE: 'http://127.0.0.1:12111' }), [])
})

test('without a secret in development each reading makes another, so it must be kept', () => {
  const [one, two] = [readConfig({}), readConfig({})]

  assert.equal(one.appSecretIsGiven, false)
  assert.ok(Buffer.from(one.appSecrets[0], 'base64url').length >= 32)
  assert.notDeepEqual(one.appSecrets, two.appSecrets)
})
