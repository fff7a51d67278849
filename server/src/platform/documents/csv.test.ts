import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { csvLine } from '@byre/contract/csv'

test('cells stand as they are, and are quoted where they must be', () => {
  assert.equal(
    csvLine(['plain', 'a, b', 'say "so"', 'two\nlines', '', "O'Neil"]),
    `plain,"a, b","say ""so""","two\nlines",,O'Neil\r\n`,
  )
  assert.equal(csvLine(['North - South; a+b', 'x=y|z']), 'North - South; a+b,x=y|z\r\n')
})

test('numbers stay numbers, also negative ones', () => {
  assert.equal(csvLine([29, -29.5, 0]), '29,-29.5,0\r\n')
})

describe('I11 a cell that a spreadsheet would read as a formula is a text there', () => {
  for (const [cell, written] of [
    ['=1+1', "'=1+1"],
    ['+1 403 555 0100', "'+1 403 555 0100"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1+1', "' =1+1"],
    ['\t=1+1', `"'\t=1+1"`],
    ['\r=1+1', `"'\r=1+1"`],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['Bob;=1+1', "Bob;'=1+1"],
    ['Bob; "=1+1', `"Bob;' ""=1+1"`],
    ['Bob,=1+1', `"Bob,'=1+1"`],
    ['Bob|@SUM(A1);+1', "Bob|'@SUM(A1);'+1"],
    ['Bob\t=1+1', `"Bob\t'=1+1"`],
    ['Bob\n-2', `"Bob\n'-2"`],
    ['Bob\r\n＝1+1', `"Bob\r'\n'＝1+1"`],
  ] as const)
    test(JSON.stringify(cell), () => {
      assert.equal(csvLine([cell]), `${written}\r\n`)
    })
})
