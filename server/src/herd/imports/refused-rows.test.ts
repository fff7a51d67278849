import { checkRows } from '@byre/contract/herd/imports'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  bringFile,
  cellNames,
  checkFile,
  importOptions,
  ledgerOf,
  outcomesOf,
  rowsOf,
  type CellName,
  type FileRow,
} from '../../testing/herd/importing.ts'
import { herdSite, type HerdSite } from '../../testing/herd/recording.ts'
import { TestApp } from '../../testing/test-app.ts'

/* What a file says that cannot be so is refused with its row, its column and a reason, and changes nothing. */

let testApp: TestApp
let site: HerdSite

before(async () => {
  testApp = await TestApp.start()
  site = await herdSite(testApp)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

describe('what cannot be brought is refused in words', () => {
  const tag = { tag: 'R-1' }
  for (const [what, row, column, reason, more] of [
    ['no tag', { sex: 'steer' }, null, /no tag/],
    ['a number a spreadsheet ruined', { eid: '1.24E+14' }, 'eid', /spreadsheet has ruined this number/],
    ['one with more of its digits', { eid: '1.24000299999999E+14' }, 'eid', /spreadsheet has ruined/],
    ['one with a comma', { eid: '1,24E+14' }, 'eid', /spreadsheet has ruined/],
    ['a ruined visual tag', { tag: '1.24E+14' }, 'tag', /spreadsheet has ruined/],
    ['lost leading zeros', { eid: '36000123456789' }, 'eid', /this one has 14\. .*dropped the zeros/],
    ['16 digits', { eid: '1240002999999990' }, 'eid', /this one has 16/],
    ['letters in an electronic tag', { eid: '12400029999999X' }, 'eid', /something else in it/],
    ['a tag of 41 characters', { tag: 'x'.repeat(41) }, 'tag', /40 characters/],
    ['no such sex', { ...tag, sex: 'both' }, 'sex', /female, male, steer/],
    ['a day that is none', { ...tag, born: '2026-02-30' }, 'born', /no such day/],
    [
      'a day to come',
      { ...tag, born: `${new Date().getUTCFullYear() + 4}-01-01` },
      'born',
      /has not come yet/,
    ],
    ['a day as a spreadsheet counts', { ...tag, born: '45321' }, 'born', /turned this date into a number/],
    ['a year of two digits', { ...tag, born: '01/02/26' }, 'born', /four digits/, { dates: 'mdy' }],
    ['a month 13', { ...tag, born: '13/01/2026' }, 'born', /no such day/, { dates: 'mdy' }],
    [
      'born after it came',
      { ...tag, born: '2026-02-01', arrived: '2026-01-01' },
      'arrived',
      /before it was born/,
    ],
    ['held for more than two years', { ...tag, until: '2099-01-01' }, 'until', /two years ahead/],
    ['a weight of 0', { ...tag, weight: '0' }, 'weight', /3,000 kg/],
    ['a negative weight', { ...tag, weight: '-40' }, 'weight', /3,000 kg/],
    ['a weight of four tonnes', { ...tag, weight: '4000' }, 'weight', /3,000 kg/],
    ['a comma where a point was said', { ...tag, weight: '412,5' }, 'weight', /number such as/],
    [
      'a point before the fraction where a comma was said',
      { ...tag, medicine: 'X', treated: '2026-01-01', dose: '12.5' },
      'dose',
      /number such as/,
      { decimals: 'comma' },
    ],
    ['a weight in stone', { ...tag, weight: '60 st' }, 'weight', /kg, lb or cwt/],
    ['a day without a weight', { ...tag, weighed: '2026-01-01' }, 'weighed', /no weight/],
    [
      'a medicine without a day',
      { ...tag, medicine: 'Draxxin' },
      'medicine',
      /day of this treatment is missing/,
    ],
    ['a day without a medicine', { ...tag, treated: '2026-01-01' }, 'treated', /no medicine/],
    ['a dose of 0', { ...tag, medicine: 'X', treated: '2026-01-01', dose: '0' }, 'dose', /20,000 mL/],
    ['a dose in drops', { ...tag, medicine: 'X', treated: '2026-01-01', dose: '5 gtt' }, 'dose', /mL or cc/],
    ['a breed of 61 characters', { ...tag, breed: 'x'.repeat(61) }, 'breed', /60 characters/],
    ['a control character', { ...tag, breed: 'An\u0007gus' }, 'breed', /plain text/],
  ] as [string, FileRow, string | null, RegExp, object?][])
    test(`${what} is refused with its column and a reason`, async () => {
      const before = await ledgerOf(testApp, site.id)
      const { rows } = await checkFile(site.hers, [row], more)
      assert.equal(rows[0]?.outcome, 'refused')
      const [fault] = rows[0].faults
      assert.equal(fault?.column, column === null ? null : cellNames.indexOf(column as CellName))
      assert.match(fault.reason, reason)
      assert.deepEqual(outcomesOf(await bringFile(site.hers, [row], more)), ['refused'])
      assert.equal(await ledgerOf(testApp, site.id), before)
    })

  test('all that is wrong with a row is told at once', async () => {
    const { rows } = await checkFile(site.hers, [{ eid: '1.24E+14', sex: 'both', weight: 'heavy' }])
    assert.deepEqual(
      rows[0]?.faults.map(({ column }) => column),
      ['eid', 'sex', 'weight'].map((name) => cellNames.indexOf(name as CellName)),
    )
  })

  for (const [what, body] of [
    ['no columns', { columns: [] }],
    ['no column of tags', { columns: [{ at: 0, header: 'Sex', holds: 'sex' }] }],
    [
      'two columns of one thing',
      {
        columns: [
          { at: 0, header: 'Tag', holds: 'visual' },
          { at: 1, header: 'Sex', holds: 'sex' },
          { at: 2, header: 'Gender', holds: 'sex' },
        ],
      },
    ],
    ['no form of dates', { dates: '' }],
    ['another unit', { unit: 'stone' }],
  ] as const)
    test(`${what} is no way to read a file`, async () => {
      const { status, body: answer } = await site.hers.ask(checkRows, {
        body: { options: importOptions(body) as never, rows: rowsOf([{ tag: '1' }]) },
      })
      assert.deepEqual([status, answer['code']], [400, 'request.invalid'])
    })
})
