import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { ExtractedMessage } from '@lingui/conf'
import { extractor } from './extractor.ts'
import { faultsOf } from './faults.ts'
import { listStrays } from './strays.ts'

/* What `npm run check` holds of the languages: sentences are found, translations fit them, and no words stand without a tag. */

async function idsIn(code: string): Promise<string[]> {
  const ids: string[] = []
  await extractor.extract('web/src/a.tsx', code, ({ id }: ExtractedMessage) => ids.push(id), {} as never)
  return ids
}

test('a sentence is found by the key that it is looked up by', async () => {
  assert.deepEqual(
    await idsIn('const a = <b title={t`Delete ${name}?`}>{rich`See ${<i>{t`here`}</i>}.`}</b>'),
    ['Delete {0}?', 'See {0}.', 'here'],
  )
  assert.deepEqual(
    await idsIn("t`${plural(n, { zero: 'None', one: '# day', other: '# days' })} of ${month}`"),
    ['{0, plural, =0 {None} one {# day} other {# days}} of {1}'],
  )
  assert.deepEqual(await idsIn('words.t`Bill to ${name}`'), ['Bill to {0}'])
  await assert.rejects(async () => idsIn("t`Not '${name}'`"), /escape/)
})

test('a translation says the same values, or is refused', () => {
  assert.deepEqual(faultsOf('Delete {0}?', 'Supprimer {0} ?'), [])
  assert.deepEqual(faultsOf('Delete {0}?', ''), ['is not translated'])
  assert.deepEqual(faultsOf('Delete {0}?', 'Supprimer ?'), ['leaves out {0}'])
  assert.deepEqual(faultsOf('Delete {0}?', 'Supprimer {0} et {1} ?'), ['names {1}, which is not there'])
  assert.deepEqual(faultsOf(' of {0}', 'de {0}'), ['begins or ends with other spaces'])
  assert.deepEqual(faultsOf('This {0}', '{0, select, clinic {Cette clinique} other {Ce site}}'), [])
  assert.deepEqual(faultsOf('This {0}', 'Ce {0'), ['cannot be read'])
})

test('words without a tag are told with their line; names, keys and files are left alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'byre-strays-'))
  try {
    mkdirSync(join(root, 'web/src/people'), { recursive: true })
    const code = [
      'export const a = <p className="soft row">Nobody is here</p>',
      'export const b = <Button label="Take it back" kind="primary" />',
      "export const c = isOpen ? 'Still open' : t`Closed`",
      'export const d = `${count} people`',
      "export const e = { key: `offer ${id}`, file: `${name}.csv`, role: 'Owner' }",
      "throw new Error('A form is judged at once.')",
    ]
    writeFileSync(join(root, 'web/src/people/people.tsx'), code.join('\n'))
    assert.deepEqual(listStrays(root), [
      'web/src/people/people.tsx:1: “Nobody is here” stands without a tag.',
      'web/src/people/people.tsx:2: “Take it back” stands without a tag.',
      'web/src/people/people.tsx:3: “Still open” stands without a tag.',
      'web/src/people/people.tsx:4: “… people” stands without a tag.',
    ])
  } finally {
    rmSync(root, { recursive: true })
  }
})

test('so are words of a mail, a document, a page of the server, a refusal and a call’s field', () => {
  const root = mkdtempSync(join(tmpdir(), 'byre-strays-'))
  const said = {
    'contract/src/staff/commands.ts':
      "command('closeAccount', '/api/v1/accounts/:id', 'Close an account'); z.regex(/a/, 'Please write an a.')",
    'contract/src/webhooks.ts': "z.regex(/a/, 'Please write an id.')",
    'server/src/auth/accounts/passwords.policy.ts': "const weak = 'Please add a word.'",
    'server/src/customers/mails.ts': 'const subject = `${name} is ready`',
    'server/src/payments/invoices/invoice-documents.policy.ts': "const heading = 'Billed to'",
    'server/src/platform/documents/document.ts': "const foot = 'Page one'",
    'server/src/platform/mail/leaving-page.ts': "const title = 'You are off the list'",
    'server/src/staff/mails.ts': "log.error('A mail is lost.'); throw new LostError('A mail is lost.')",
    'server/src/tenants/visits.actions.ts': "page({ heading: 'Nobody works here yet' })",
    'server/src/herd/ship-lists/ship-list-mails.actions.ts': "const subject = 'A load is ready'",
    'server/src/platform/start/migrate.ts': "say('The database is ready.')",
  }
  try {
    for (const [file, code] of Object.entries(said)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), code)
    }
    assert.deepEqual(
      listStrays(root).map((stray) => stray.replace(/^\w+\/src\/(.*):1: (“.*”) .*/, '$1 $2')),
      [
        'staff/commands.ts “Please write an a.”',
        'webhooks.ts “Please write an id.”',
        'auth/accounts/passwords.policy.ts “Please add a word.”',
        'customers/mails.ts “… is ready”',
        'payments/invoices/invoice-documents.policy.ts “Billed to”',
        'platform/documents/document.ts “Page one”',
        'platform/mail/leaving-page.ts “You are off the list”',
        'tenants/visits.actions.ts “Nobody works here yet”',
      ],
    )
  } finally {
    rmSync(root, { recursive: true })
  }
})
