import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  eidOfHex,
  hexOfEid,
  originOf,
  readIdentifier,
  ukCheckDigit,
  type IdentifierKind,
  type ReadIdentifier,
} from './identifiers.ts'
import { isSameRead, readLine } from './readers.ts'

const brief = (read: ReadIdentifier | ReturnType<typeof readLine>) =>
  'refused' in read ? `refused: ${read.refused}` : [read.kind, read.value, ...read.findings].join(', ')

for (const [kind, typed, expected] of [
  ['eid', '124000299999999', 'eid, 124000299999999'],
  ['eid', '124 000299999999', 'eid, 124000299999999'],
  ['eid', '124-0002 9999 9999', 'eid, 124000299999999'],
  ['eid', '840003123456789', 'eid, 840003123456789'],
  ['eid', '982000001088420', 'eid, 982000001088420'],
  ['eid', '12400029999999', 'refused: not 15 digits'],
  ['eid', '1240002999999990', 'refused: not 15 digits'],
  ['eid', '0124000299999999', 'eid, 124000299999999'],
  ['eid', '999000000000001', 'eid, 999000000000001, test tag'],
  ['eid', '840999999999999', 'visual, 840999999999999, cannot be a transponder'],
  ['eid', '840274877906943', 'eid, 840274877906943'],
  ['eid', '840274877906944', 'visual, 840274877906944, cannot be a transponder'],
  ['eid', '000000000000001', 'visual, 000000000000001, cannot be a transponder'],
  ['eid', '1.24E+14', 'refused: ruined by a spreadsheet'],
  ['eid', '1.24000299999999E+14', 'refused: ruined by a spreadsheet'],
  ['eid', '1,24E+14', 'refused: ruined by a spreadsheet'],
  ['eid', ' ', 'refused: empty'],
  ['uk_tag', 'UK 284205 700016', 'uk_tag, UK284205700016'],
  ['uk_tag', '123450 600001', 'uk_tag, UK123450600001'],
  ['uk_tag', '123450 700002', 'uk_tag, UK123450700002'],
  ['uk_tag', '123450 100003', 'uk_tag, UK123450100003'],
  ['uk_tag', '230011 200123', 'uk_tag, UK230011200123'],
  ['uk_tag', '284205 600016', 'uk_tag, UK284205600016, check digit'],
  ['uk_tag', '123456 600001', 'uk_tag, UK123456600001, check digit'],
  ['uk_tag', '12345 600001', 'refused: not of this form'],
  ['nlis_visual', 'QABC1234XBC2345', 'nlis_visual, QABC1234XBC2345'],
  ['nlis_visual', 'QABC1234XBC234', 'refused: not of this form'],
  ['eu_bovine', 'XI 123456 12345', 'eu_bovine, XI12345612345'],
  ['eu_bovine', '899 123456789012', 'eu_bovine, 899123456789012'],
  ['eu_bovine', 'GR 123456789012', 'eu_bovine, GR123456789012, Greece is EL'],
  ['eu_bovine', 'DE 1234567890123', 'refused: not of this form'],
  ['nait_visual', '123456-78-9012', 'nait_visual, 123456789012'],
  ['nues', '48-ABC-1234', 'nues, 48ABC1234'],
  ['nues', '48AB1234', 'nues, 48AB1234'],
  ['nues', '4ABC1234', 'refused: not of this form'],
  ['visual', 'Blue 12/b', 'visual, BLUE12B'],
  ['visual', 'x'.repeat(41), 'refused: too long'],
  ['premises', '12/345/6789', 'premises, 123456789'],
] as const)
  test(`${kind} ${typed}: ${expected}`, () => {
    assert.equal(brief(readIdentifier(kind as IdentifierKind, typed)), expected)
  })

test('what was typed is kept, and the check digit that a UK tag should have is told', () => {
  const eid = readIdentifier('eid', ' 124 000299999999 ')
  assert.ok('typed' in eid && eid.typed === '124 000299999999')
  const tags = ['284205 600016', '123456 600001'].map((typed) => readIdentifier('uk_tag', typed))
  assert.deepEqual(
    tags.map((tag) => 'checkDigit' in tag && tag.checkDigit),
    [7, 1],
  )
  assert.equal(ukCheckDigit('284205', '00016'), 7)
})

test('a number says its country or its maker', () => {
  assert.deepEqual(originOf('124000299999999'), { country: '124' })
  assert.deepEqual(originOf('982000001088420'), { maker: '982' })
})

test('a transponder’s bits and its number are the same', () => {
  assert.equal(hexOfEid('124000299999999'), '80001F0011E1A2FF')
  assert.equal(eidOfHex('80001f0011e1a2ff'), '124000299999999')
  assert.equal(eidOfHex('00001F0011E1A2FF'), undefined)
  assert.equal(eidOfHex('80001F0011E1A2'), undefined)
})

for (const [line, expected] of [
  ['982000001088420', 'eid, 982000001088420'],
  ['982 000001088420', 'eid, 982000001088420'],
  ['LA 982 000001088420', 'eid, 982000001088420'],
  ['LA 00000 0 982 000001088420', 'eid, 982000001088420'],
  ['A 00000 0 964 000000123456', 'eid, 964000000123456'],
  ['A0000000964000000123456', 'eid, 964000000123456'],
  ['10000000964000000123456', 'eid, 964000000123456'],
  ['A 00000 0 0999 000000123456', 'eid, 999000000123456, test tag'],
  ['0826052636100657', 'eid, 826052636100657'],
  ['\u0002982 000001088420 12.05.2026 10:15:00\r\n', 'eid, 982000001088420'],
  ['982000001088420;12.05.2026', 'eid, 982000001088420'],
  ['982000001088420,345.5', 'eid, 982000001088420'],
  ['LR 0006 0000000018514348', 'refused: industrial tag'],
  ['R 0006 0000000018514348', 'refused: industrial tag'],
  ['8000ABF00467BC29', 'refused: set the reader to decimal'],
  ['98200000108842', 'refused: not 15 digits'],
  ['9820000010884201', 'refused: not 15 digits'],
  ['\u0002\r\n', 'refused: no tag'],
] as const)
  test(`a reader sends ${JSON.stringify(line)}: ${expected}`, () => {
    assert.equal(brief(readLine(line)), expected)
  })

test('the same tag within three seconds is one read', () => {
  const read = { value: '982000001088420', at: 0 }
  assert.ok(isSameRead(read, { ...read, at: 3000 }))
  assert.ok(!isSameRead(read, { ...read, at: 3001 }))
  assert.ok(!isSameRead(read, { value: '982000001088421', at: 1 }))
})
