import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkArchitecture } from './architecture.ts'
import { checkDecisions } from './decisions.ts'
import { checkCitations, checkDocument, sectionsOf } from './documents.ts'
import { checkFile } from './files.ts'
import { checkImports } from './imports.ts'
import { checkFolders, checkRooms } from './rooms.ts'
import { checkProofs, checkTakers } from './proofs.ts'
import { checkWords } from './words.ts'

const imports = (path: string, wanted: string) => checkImports(path, `import { it } from '${wanted}'\n`)

for (const [path, wanted] of [
  ['server/src/app.ts', './auth/index.ts'],
  ['server/src/auth/accounts/accounts.actions.ts', '../customers/index.ts'],
  ['server/src/auth/accounts/accounts.actions.ts', './accounts.queries.ts'],
  ['server/src/customers/places/sites.routes.ts', '@byre/contract/places/sites'],
  ['server/src/customers/sites.queries.ts', '../platform/db.ts'],
  ['server/src/customers/places/sites.test.ts', '../testing/world.ts'],
  ['server/src/platform/jobs/outbox.ts', 'pg-boss'],
  ['contract/src/places/sites.ts', 'zod/mini'],
  ['contract/src/places/sites.ts', '@byre/rules/dates'],
  ['rules/src/withdrawal.ts', './dates.ts'],
  ['client/src/client.ts', './errors.ts'],
  ['web/src/routes.tsx', './sites/site.tsx'],
  ['web/src/sites/site-form.tsx', '../billing/plan-picker.tsx'],
  ['web/src/billing/cards/card-form.tsx', '../ui/field.tsx'],
  ['web/src/billing/plans/plans.test.ts', 'node:test'],
  ['web/src/site-app/shell.tsx', '../ui/page.tsx'],
  ['web/src/site-app/asks.ts', '../lib/app-call.ts'],
  ['web/src/site-app/asks.ts', '@byre/contract/herd/settings'],
] as const)
  test(`${path} may import ${wanted}`, () => {
    assert.deepEqual(imports(path, wanted), [])
  })

for (const [path, wanted, where] of [
  [
    'server/src/customers/sites.actions.ts',
    '../payments/index.ts',
    /customers may not use payments; app\.ts hands it in/,
  ],
  [
    'server/src/payments/cards/cards.actions.ts',
    '../../customers/members/members.queries.ts',
    /entered by its index\.ts/,
  ],
  ['server/src/platform/http/route.ts', '../../auth/index.ts', /platform\/ knows no domain word/],
  ['server/src/species/species.queries.ts', 'pg', /platform\/database\/db\.ts/],
  ['server/src/payments/cards/cards.actions.ts', 'pg-boss', /platform\/jobs\/outbox\.ts/],
  ['server/src/auth/accounts/accounts.actions.ts', '../../testing/world.ts', /testing\/ is for tests/],
  ['server/src/app.ts', '../../web/src/brand.ts', /meet in contract\/src\/ alone/],
  ['web/src/lib/api.ts', 'node:fs', /meet in contract\/src\/ alone/],
  ['web/src/lib/api.ts', '../ui/toast.tsx', /lib\/ stands alone/],
  ['web/src/ui/forms/field.tsx', '../../sites/site.tsx', /belongs in a feature/],
  ['web/src/billing/cards/card-form.tsx', '../../sites/site.tsx', /share belongs in ui\/ or lib\//],
  ['web/src/site-app/asks.ts', '../lib/session.ts', /no session of the portal/],
  ['web/src/site-app/shell.tsx', '../layout/shell.tsx', /a build of its own/],
  ['web/src/site-app/shell.tsx', '../paths.ts', /a build of its own/],
  ['web/src/routes.tsx', './site-app/settings.tsx', /a build of its own/],
  ['contract/src/places/sites.ts', 'node:crypto', /imports zod and nothing else/],
  ['rules/src/canonical.ts', 'node:crypto', /imports nothing/],
  ['client/src/client.ts', '@byre/contract/errors', /imports nothing/],
  ['client/src/client.ts', 'openapi-fetch', /imports nothing/],
  ['rules/src/canonical.ts', '@byre/contract/places/sites', /imports nothing/],
  ['e2e/plans.test.ts', '../server/src/payments/index.ts', /knows the product from outside/],
  ['scripts/openapi.ts', '../e2e/product.ts', /may not reach into e2e/],
] as const)
  test(`${path} may not import ${wanted}, and is told where it belongs`, () => {
    const [complaint = '', ...others] = imports(path, wanted)

    assert.match(complaint, where)
    assert.deepEqual(others, [])
  })

test('an import over several lines, a re-export and a late import are seen too', () => {
  const text =
    "import {\n  one,\n  two,\n} from 'pg'\nexport { three } from 'pg'\nconst four = await import('pg')\n"

  assert.equal(checkImports('server/src/auth/accounts.queries.ts', text).length, 3)
})

for (const [path, where] of [
  ['server/src/auth/accounts.helpers.ts', /a drawer for anything/],
  ['server/src/auth/accounts.ts', /<noun>\.<routes/],
  ['server/src/auth/accounts/accounts.ts', /<noun>\.<routes/],
  ['server/src/platform/a/b/c/db.ts', /deeper than 3 folders/],
  ['server/migrations/12-cards.sql', /0007-what-it-does\.sql/],
  ['packages/sites.ts', /no folder of the house/],
] as const)
  test(`${path} is refused`, () => {
    assert.match(checkFile(path, '').join('\n'), where)
  })

test('a file of 300 lines is taken, a longer one is to be split', () => {
  assert.deepEqual(checkFile('server/src/auth/accounts/accounts.actions.ts', '\n'.repeat(300)), [])
  assert.match(
    checkFile('server/src/auth/accounts/accounts.actions.ts', '\n'.repeat(301))[0] ?? '',
    /301 lines, more than 300/,
  )
})

for (const [path, line] of [
  ['server/src/app.ts', '// TODO: finish'],
  ['server/src/app.ts', '// oxlint-disable-next-line no-eval'],
  ['server/src/app.test.ts', 'test.skip(name, story)'],
  ['docs/architecture.md', 'see /home/someone/byre'],
  ['web/src/layout/footer.tsx', "brand === 'sites' ? 'Sites' : 'Clinics'"],
  ['server/src/config.ts', 'brands.clinics.name'],
  ['server/src/customers/invites/invites.actions.ts', "import { prove } from '../../platform/proven.ts'"],
  ['server/src/customers/index.ts', '  return payer as typeof payer & BillingEntityAccess'],
  ['server/src/payments/cards/cards.actions.ts', "const id = params.id as ProvenBillingEntityId<'keepCard'>"],
  ['server/src/app.ts', 'const deed = new Deed(db)'],
  ['server/src/app.ts', '// joined with the asker'],
  ['web/src/billing/billing-entities.ts', 'writeLetter(parts)'],
  ['server/src/app.test.ts', 'let world: World'],
  ['server/src/app.ts', 'const found = await findPlan(db)'],
  ['server/src/app.ts', 'const nextPayer = await findNext(db)'],
  ['server/src/app.ts', 'interface HandOver {'],
] as const)
  test(`"${line}" is refused in ${path}`, () => {
    assert.equal(checkWords(path, `one\n${line}\n`).length, 1)
    assert.ok(checkWords(path, `one\n${line}\n`)[0]?.startsWith(`${path}:2: `))
  })

test('a suppression that gives its reason is taken', () => {
  assert.deepEqual(checkWords('server/src/app.ts', '// @ts-expect-error -- the library types it wrongly'), [])
})

test('rooms: a circle between rooms or with the ground floor is refused, by types too; tests and the door are apart', () => {
  const inCustomers = (path: string, wanted: string) =>
    [`server/src/customers/${path}`, `import type { it } from '${wanted}'\n`] as const
  const straight = [
    inCustomers('places/places.actions.ts', '../invites/invites.queries.ts'),
    inCustomers('invites/invites.queries.ts', '../tables.ts'),
    inCustomers('index.ts', './places/places.actions.ts'),
    inCustomers('invites/invites.test.ts', '../places/places.actions.ts'),
  ]
  assert.deepEqual(checkRooms(new Map(straight)), [])

  const overThree = inCustomers('invites/invites.actions.ts', '../members/members.queries.ts')
  const back = inCustomers('members/members.queries.ts', '../places/places.actions.ts')
  const complaints = checkRooms(new Map([...straight, overThree, back]))
  assert.equal(complaints.length, 3)
  assert.match(complaints.join('\n'), /members\.queries\.ts imports .*places\.actions\.ts: .* in a circle/)

  const up = inCustomers('tables.ts', './places/places.actions.ts')
  assert.match(checkRooms(new Map([...straight, up])).join('\n'), /ground floor/)
})

test('folders: more than forty files are refused, tests apart', () => {
  const files = (count: number, end: string) =>
    Array.from({ length: count }, (_, n) => `server/src/auth/file-${n}${end}`)
  assert.deepEqual(checkFolders([...files(40, '.queries.ts'), ...files(9, '.test.ts')]), [])
  assert.match(checkFolders(files(41, '.queries.ts'))[0] ?? '', /server\/src\/auth: 41 files/)
})

test('documents: what they name by path or link is there', () => {
  const there = new Set(['server/src/app.ts', 'web/src', 'docs/spec.md', 'docs/decisions'])
  const check = (text: string) => checkDocument('docs/page.md', text, (path) => there.has(path))
  assert.deepEqual(
    check(
      '`server/src/app.ts`, [spec](spec.md#hosts), docs/decisions/, `server/dist/main.js`, `web/src/*.tsx`',
    ),
    [],
  )
  assert.deepEqual(check('see `server/src/gone.ts` and [it](gone.md)'), [
    'docs/page.md: names server/src/gone.ts, which is not there.',
    'docs/page.md: names docs/gone.md, which is not there.',
  ])
})

test('comments: the pages they name are there, and so are the sections of the specification', () => {
  const sections = sectionsOf('# Specification\n\n## 3. Accounts\n\n### 3.1 Passwords\n')
  const check = (path: string, text: string) =>
    checkCitations(path, text, (page) => page === 'docs/security.md', sections)
  assert.deepEqual(
    check(
      'server/src/app.ts',
      '/** So it is (specification 3.1, docs/security.md, A01). Specification 3. */',
    ),
    [],
  )
  assert.match(check('server/src/app.ts', '// web.md: at most 100 ms').join(), /names web\.md, which is not/)
  assert.match(check('server/migrations/0001-a.sql', '-- docs/gone.md').join(), /names docs\/gone\.md/)
  assert.match(check('web/src/app.tsx', '/* (specification 3.2) */').join(), /cites specification 3\.2/)
  assert.match(check('docs/page.md', 'as specification 4 says').join(), /cites specification 4,/)
})

test('decisions: each has a status and a date, stands in the index, and who replaces whom is said on both', () => {
  const index =
    '| [0001](0001-one.md) | One | superseded in part by 0002 | 2026-01-31 |\n| [0002](0002-two.md) | Two | accepted | 2026-02-01 |\n'
  const one =
    '# 0001: One\n\n**Status.** Accepted, 2026-01-31; superseded in part by [0002](0002-two.md) (tabs).\n\n**Context.**'
  const two =
    '# 0002: Two\n\n**Status.** Accepted, 2026-02-01. Supersedes part of [0001](0001-one.md) (tabs).\n\nSee 0001.'
  const check = (changes: Record<string, string>) => {
    const pages = { 'README.md': index, '0001-one.md': one, '0002-two.md': two, ...changes }
    return checkDecisions(
      new Map(Object.entries(pages).map(([name, text]) => [`docs/decisions/${name}`, text])),
    )
  }
  assert.deepEqual(check({}), [])
  for (const [changes, ...complaints] of [
    [{ '0002-two.md': '# 0002: Two\n\n**Context.**' }, /0002-two\.md: begins/, /no page is as its row "0002/],
    [{ '0001-one.md': one.replace('One', 'Uno') }, /has no row "0001 .* Uno/, /no page is as its row "0001/],
    [{ '0003-three.md': '# 0003: Three\n\n**Status.** Accepted, 2026-02-02.\n' }, /has no row "0003/],
    [{ 'README.md': index + index.split('\n')[0] + '\n' }, /has ".*One.*" twice/],
    [{ '0002-two.md': two.replace(/ Supersedes.*/, '') }, /0002: does not say that it supersedes 0001/],
    [{ '0002-two.md': `${two} 0009` }, /0002-two\.md: names decision 0009/],
    [{ '../../server/src/app.ts': '/* decision 0004 */' }, /names decision 0004, which is not there/],
    [{ 'other.md': 'docs/decisions/0005 says so' }, /names decision 0005, which is not there/],
  ] as const) {
    const problems = check(changes)
    assert.equal(problems.length, complaints.length, problems.join('\n'))
    for (const [n, complaint] of complaints.entries()) assert.match(problems[n] ?? '', complaint)
  }
})

test('architecture: each room has its line, and the drawing the arrows that imports make', () => {
  const page = `| \`server/src/auth/\` | who |\n| \`server/src/auth/sign-ins/\` | in |\n| \`server/src/auth/sessions/\` | tokens |
    auth_sign_ins["sign-ins"] --> auth_sessions["sessions"]\n`
  const check = (text: string, wanted = '../sessions/it.queries.ts') =>
    checkArchitecture(
      new Map([
        ['docs/architecture.md', text],
        ['server/src/auth/tables.ts', ''],
        ['server/src/auth/sessions/it.queries.ts', ''],
        ['server/src/auth/sign-ins/it.actions.ts', `import { it } from '${wanted}'\n`],
      ]),
    )
  assert.deepEqual(check(page), [])
  assert.match(check(page.replace(/^.*\| in \|\n/m, '')).join(), /no line for server\/src\/auth\/sign-ins\//)
  assert.match(
    check(`${page}| \`server/src/gone/\` | it |\n`).join(),
    /a line for server\/src\/gone\/, where/,
  )
  assert.match(check(page.replace(' -->', '')).join(), /lacks "auth_sign_ins --> auth_sessions"/)
  assert.match(check(page, '../tables.ts').join(), /has "auth_sign_ins --> auth_sessions", which no import/)
})

test('a check in a policy makes the proof of a right', () => {
  const line = "import { prove, type Proven } from '../platform/proven.ts'"
  assert.deepEqual(checkWords('server/src/customers/access.policy.ts', line), [])
})

test('a proof for which no right was checked is taken only by those who are named, who take it', () => {
  const line = "import { byOperator } from '../access.policy.ts'\n"
  const taken = (path: string) => checkProofs(`server/src/${path}`, line)
  assert.match(String(taken('payments/cards/cards.actions.ts')), /takes byOperator, a proof/)
  assert.match(String(taken('payments/billing-run/charges.actions.ts')), /takes byOperator/)
  for (const path of [
    'payments/access.policy.ts',
    'payments/rights.test.ts',
    'payments/billing-run/unresolved-payments.actions.ts',
  ])
    assert.deepEqual(taken(path), [])
  assert.match(String(checkTakers(new Map())), /takes no byOperator/)
})

test('the driver is opened up in one file alone', () => {
  const text = 'result._parsers = parsersOf(columns)\n'
  assert.deepEqual(checkWords('server/src/platform/database/pipelined-client.ts', text), [])
  assert.match(
    String(checkWords('server/src/platform/database/readers.ts', text)),
    /pipelined-client\.ts alone/,
  )
})
