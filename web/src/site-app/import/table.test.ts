import { importLimits } from '@byre/contract/herd/imports'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guessDates, guessDecimals, guessMapping } from './guess.ts'
import { readTable, type Table } from './table.ts'

/* A table out of whatever somebody chooses: every common spelling of a CSV, and no other program's file. */

const text = (value: string) => new Blob([value])
const bytes = (...values: number[]) => new Blob([new Uint8Array(values)])
const utf16 = (value: string, isBig: boolean, mark = true) => {
  const units = [...(mark ? '\ufeff' : ''), ...value].map((sign) => sign.charCodeAt(0))
  return bytes(...units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])))
}

async function tableOf(file: Blob): Promise<Table> {
  const read = await readTable(file, 'herd.csv')
  assert.ok('table' in read, 'refused' in read ? read.refused : '')
  return read.table
}
const cellsOf = ({ rows }: Table) => rows.map(({ cells }) => cells)

const herd = 'Tag,Breed\n101,Limousin croisé\n'

describe('a file is read as it was written', () => {
  for (const [what, file] of [
    ['UTF-8', text(herd)],
    ['UTF-8 with its mark', text(`\ufeff${herd}`)],
    ['UTF-16, little end first', utf16(herd, false)],
    ['UTF-16, big end first', utf16(herd, true)],
    ['UTF-16 without a mark', utf16(herd, false, false)],
    ['Windows-1252', bytes(...[...herd].map((sign) => sign.charCodeAt(0)))],
    ['semicolons', text(herd.replaceAll(',', ';'))],
    ['tabs', text(herd.replaceAll(',', '\t'))],
    ['lines of Windows', text(herd.replaceAll('\n', '\r\n'))],
    ['lines of an old Mac', text(herd.replaceAll('\n', '\r'))],
    ['no end of its last line', text(herd.trimEnd())],
    ['a word for Excel on its first line', text(`sep=;\n${herd.replaceAll(',', ';')}`)],
    ['quotes', text('"Tag","Breed"\n"101","Limousin croisé"\n')],
  ] as const)
    test(what, async () => {
      const table = await tableOf(file)
      assert.deepEqual(table.header, ['Tag', 'Breed'])
      assert.deepEqual(cellsOf(table), [['101', 'Limousin croisé']])
    })

  test('quotes hold separators, quotes and lines, and lines are counted as a spreadsheet does', async () => {
    const table = await tableOf(text('Tag,Note\n\n1,"a, ""b""\nc"\n2,d"e\n'))
    assert.deepEqual(
      table.rows.map(({ line, cells }) => [line, ...cells]),
      [
        [3, '1', 'a, "b"\nc'],
        [4, '2', 'd"e'],
      ],
    )
  })

  test('rows that no server need see say why', async () => {
    const table = await tableOf(text(`Tag,Note\n1,a,b\n2,${'x'.repeat(301)}\n3\n`))
    assert.deepEqual(
      table.rows.map(({ fault }) => fault?.column),
      [null, 1, undefined],
    )
  })
})

describe('what is no table is refused in words', () => {
  const large = { size: 500 * 1024 * 1024 } as Blob
  const rows = (count: number) => text(`Tag\n${'1\n'.repeat(count)}`)
  for (const [what, file, words] of [
    ['500 MB, without a byte of it read', large, /500 MB; 20 MB is the most/],
    ['an empty file', text(''), /empty/],
    ['a workbook', bytes(0x50, 0x4b, 3, 4, 0, 0), /CSV UTF-8/],
    ['an old workbook', bytes(0xd0, 0xcf, 0x11, 0xe0), /CSV UTF-8/],
    ['a PDF', text('%PDF-1.7'), /PDF/],
    ['a picture', bytes(0x89, 0x50, 0x4e, 0x47), /picture/],
    ['a packed file', bytes(0x1f, 0x8b, 8), /compressed/],
    ['a web page', text('<!DOCTYPE html><table>'), /web page/],
    ['JSON', text('[{"tag": 1}]'), /JSON/],
    ['a program', bytes(0x4d, 0x5a, 0, 0, 3, 0, 0, 0), /another program/],
    ['a header alone', text('Tag,Breed\n'), /no row below/],
    ['no header', text('124000299999999,Angus\n124000299999998,Angus\n'), /name the columns/],
    ['an open quote', text('Tag,Note\n1,"open\n2,b\n'), /row 2 is never closed/],
    ['too many columns', text(`${'a,'.repeat(61)}a\n1\n`), /60 columns/],
    ['too many rows', rows(importLimits.rows + 1), /100,000 rows/],
  ] as const)
    test(what, async () => {
      const read = await readTable(file, 'herd.csv')
      assert.match('refused' in read ? read.refused : 'was read', words)
    })
})

describe('columns are known by their words', () => {
  const tableWith = (header: string[], ...cells: string[][]): Table => ({
    name: 'herd.csv',
    header,
    separator: ',',
    rows: cells.map((row, at) => ({ line: at + 2, cells: row })),
  })
  const held = (header: string[]) =>
    [...guessMapping(tableWith(header), null).values()].map(({ holds, time }) =>
      time === undefined ? holds : `${holds} ${time}`,
    )

  test('of several programs', () => {
    assert.deepEqual(
      held(['EID', 'Dangle Tag', 'Sex', 'DOB', 'Pen #', 'Arrival Date', 'Weight (lbs)', 'Weigh Date']),
      ['eid', 'visual', 'sex', 'born', 'pen', 'arrived_on', 'weight 1', 'weighed_on 1'],
    )
    assert.deepEqual(
      held(['RFID', 'Product 1', 'Treatment Date 1', 'Product 2', 'Treatment Date 2', 'Dose mL']),
      ['eid', 'medicine 1', 'treated_on 1', 'medicine 2', 'treated_on 2', 'dose 1'],
    )
    assert.deepEqual(held(['Tag', 'Seller', 'Withdrawal ends']), ['visual', 'source', 'held_until'])
    assert.deepEqual(held(['Tag', 'Drug', 'Date']), ['visual', 'medicine 1', 'treated_on 1'])
    assert.deepEqual(held(['Sire index', 'Colour of barn roof']), ['colour'])
  })

  test('dates and decimals are only taken for granted where the file leaves no doubt', () => {
    const dates = (...cells: string[]) => {
      const table = tableWith(['Tag', 'DOB'], ...cells.map((cell) => ['1', cell]))
      return guessDates(table, guessMapping(table, null))
    }
    assert.equal(dates('2026-01-02'), 'ymd')
    assert.equal(dates('23/01/2026', '1/2/2026'), 'dmy')
    assert.equal(dates('1/23/2026', '1/2/2026'), 'mdy')
    assert.equal(dates('1/2/2026'), undefined)
    const decimals = (cell: string) => {
      const table = tableWith(['Tag', 'Weight'], ['1', cell])
      return guessDecimals(table, guessMapping(table, null))
    }
    assert.deepEqual(['412,5', '412.5', '1,234.5', '412'].map(decimals), ['comma', 'point', 'point', 'point'])
    assert.deepEqual(['1.234,5', '1,234', '1.234'].map(decimals), ['comma', undefined, undefined])
  })
})
