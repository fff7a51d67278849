import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFile } from './files.ts'
import { checkImports } from './imports.ts'
import { checkWords } from './words.ts'

const imports = (path: string, wanted: string) => checkImports(path, `import { it } from '${wanted}'\n`)

for (const [path, wanted] of [
  ['server/src/app.ts', './auth/index.ts'],
  ['server/src/auth/accounts.actions.ts', '../customers/index.ts'],
  ['server/src/auth/accounts.actions.ts', './accounts.queries.ts'],
  ['server/src/customers/sites.routes.ts', '@byre/contract/sites'],
  ['server/src/customers/sites.queries.ts', '../platform/db.ts'],
  ['server/src/customers/sites.test.ts', '../testing/world.ts'],
  ['server/src/platform/outbox.ts', 'pg-boss'],
  ['contract/src/sites.ts', 'zod/mini'],
  ['web/src/routes.tsx', './sites/site.tsx'],
  ['web/src/sites/site-form.tsx', '../billing/plan-picker.tsx'],
  ['web/src/billing/card-form.tsx', '../ui/field.tsx'],
  ['web/src/billing/plans.test.ts', 'node:test'],
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
  ['server/src/payments/cards.actions.ts', '../customers/members.queries.ts', /entered by its index\.ts/],
  ['server/src/platform/route.ts', '../auth/index.ts', /platform\/ knows no domain word/],
  ['server/src/species/species.queries.ts', 'pg', /platform\/db\.ts/],
  ['server/src/payments/cards.actions.ts', 'pg-boss', /platform\/outbox\.ts/],
  ['server/src/auth/accounts.actions.ts', '../testing/world.ts', /testing\/ is for tests/],
  ['server/src/app.ts', '../../web/src/brand.ts', /meet in contract\/src\/ alone/],
  ['web/src/lib/api.ts', 'node:fs', /meet in contract\/src\/ alone/],
  ['web/src/lib/api.ts', '../ui/toast.tsx', /lib\/ stands alone/],
  ['web/src/ui/field.tsx', '../sites/site.tsx', /belongs in a feature/],
  ['web/src/billing/card-form.tsx', '../sites/site.tsx', /share belongs in ui\/ or lib\//],
  ['contract/src/sites.ts', 'node:crypto', /imports zod and nothing else/],
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
  ['server/src/auth/codes/codes.queries.ts', /<noun>\.<routes/],
  ['server/src/platform/a/b/c/db.ts', /deeper than 3 folders/],
  ['server/migrations/12-cards.sql', /0007-what-it-does\.sql/],
  ['packages/sites.ts', /no folder of the house/],
] as const)
  test(`${path} is refused`, () => {
    assert.match(checkFile(path, '').join('\n'), where)
  })

test('a file of 300 lines is taken, a longer one is to be split', () => {
  assert.deepEqual(checkFile('server/src/auth/accounts.actions.ts', '\n'.repeat(300)), [])
  assert.match(
    checkFile('server/src/auth/accounts.actions.ts', '\n'.repeat(301))[0] ?? '',
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
  ['server/migrations/0001-platform.sql', 'id bigserial primary key'],
] as const)
  test(`"${line}" is refused in ${path}`, () => {
    assert.equal(checkWords(path, `one\n${line}\n`).length, 1)
    assert.ok(checkWords(path, `one\n${line}\n`)[0]?.startsWith(`${path}:2: `))
  })

test('a suppression that gives its reason is taken', () => {
  assert.deepEqual(checkWords('server/src/app.ts', '// @ts-expect-error -- the library types it wrongly'), [])
})
