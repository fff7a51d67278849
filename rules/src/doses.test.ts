import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dose, doseFor, injectionSites, isOffBy, type DoseRate } from './doses.ts'
import { dividedBy, exactly, fraction, oneOf, readQuantity, shown, times, type Unit } from './quantities.ts'

const mL = oneOf('mL')
const gramsOf = (text: string) => {
  const [number = '', unit] = text.split(' ')
  return exactly(number, unit as Unit)!
}
const tenths = (text: string) => fraction(BigInt(text.replace('.', '')), text.includes('.') ? 10 : 1)
const byStrength = (perKg: string, perMl: string): DoseRate => ({
  kind: 'by strength',
  perGram: tenths(perKg),
  strength: tenths(perMl),
})
const perPounds = (volume: string, pounds: number): DoseRate => ({
  kind: 'by volume',
  volume: times(tenths(volume), mL),
  perWeight: times(fraction(pounds), oneOf('lb')),
})

for (const [weight, rate, exact, step, drawn] of [
  ['550 lb', byStrength('40', '300'), '33.2634', 500n, '33.5'],
  ['550 lb', perPounds('6', 100), '33', 500n, '33'],
  ['550 lb', byStrength('2.5', '100'), '6.2369', 100n, '6.2'],
  ['250 kg', byStrength('2.5', '100'), '6.25', 100n, '6.3'],
  ['700 lb', byStrength('3.3', '50'), '20.956', 500n, '21'],
  ['700 lb', perPounds('3', 100), '21', 500n, '21'],
  ['1,200 lb', byStrength('0.5', '5'), '54.4311', 1000n, '54'],
  ['1,200 lb', perPounds('1', 22), '54.5455', 1000n, '55'],
  ['1,350 lb', byStrength('1.1', '50'), '13.4717', 500n, '13.5'],
] as const)
  test(`${weight}: ${exact} mL, drawn up as ${drawn}`, () => {
    const { exact: volume, microlitres, isOff } = dose(gramsOf(weight), rate, step)
    assert.equal(shown(dividedBy(volume, mL), 4), exact)
    assert.equal(shown(dividedBy(fraction(microlitres), mL), 1), drawn)
    assert.equal(isOff, false)
  })

test('a step that changes a dose by more than 5 % is told, by more than 10 % it is off', () => {
  const small = (grams: bigint, step: bigint) => {
    const { isChanged, isOff } = dose(
      fraction(grams),
      { kind: 'by volume', volume: fraction(1), perWeight: fraction(1) },
      step,
    )
    return [isChanged, isOff]
  }
  assert.deepEqual(small(952n, 1000n), [true, false])
  assert.deepEqual(small(953n, 1000n), [false, false])
  assert.deepEqual(small(909n, 1000n), [true, true])
  assert.deepEqual(small(910n, 1000n), [true, false])
  assert.deepEqual(small(400n, 1000n), [true, true])
  assert.equal(isOffBy(fraction(90), fraction(100), 10n), false)
  assert.equal(isOffBy(fraction(110), fraction(100), 10n), false)
})

test('33 mL are split over four places of 10 mL', () => {
  assert.equal(injectionSites(33_000n, 10_000n), 4)
  assert.equal(injectionSites(30_000n, 10_000n), 3)
  assert.throws(() => injectionSites(1n, 0n), RangeError)
})

test('without a weight or a strength there is no dose', () => {
  assert.throws(() => doseFor(fraction(0), perPounds('6', 100)), RangeError)
  assert.throws(() => doseFor(fraction(1), byStrength('40', '0')), RangeError)
})

for (const [typed, unit, base] of [
  ['1,234.5', 'lb', 559_960n],
  ['1', 'cwt', 45_359n],
  ['250', 'kg', 250_000n],
  ['0.5', 'g', 1n],
  ['1', 'fl oz', 29_574n],
  ['2.5', 'mg', 2500n],
  ['101.5', 'degF', 38_611n],
  ['-40', 'degF', -40_000n],
  ['38.6', 'Cel', 38_600n],
] as const)
  test(`${typed} ${unit} are ${base}`, () => {
    assert.deepEqual(readQuantity(typed, unit), { base, typed, unit })
  })

for (const typed of ['1.234,5', '12,34', '1,2345', '', ' ', '1e3', '+5', '.5', '5.', '0x10', '٣', '1 000'])
  test(`'${typed}' is no number`, () => assert.equal(readQuantity(typed, 'lb'), undefined))
