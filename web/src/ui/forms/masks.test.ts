import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maskitoTransform, type MaskitoOptions } from '@maskito/core'
import { digitsMask, phoneMask, postalMaskFor, readFrom, shownAs, type Mask } from './masks.ts'

/** What stands in the field after each key, as a browser would give it to the mask. */
function typed(text: string, mask: Mask): string {
  return [...text].reduce((shown, key) => inserted(shown, key, mask.options), '')
}

function inserted(value: string, key: string, options: MaskitoOptions): string {
  return maskitoTransform(value + key, options)
}

describe('a phone', () => {
  test('is grouped while typed, and ten digits are kept', () => {
    assert.equal(typed('4035550123', phoneMask), '(403) 555-0123')
    assert.equal(readFrom('(403) 555-0123', phoneMask), '4035550123')
    assert.equal(typed('403', phoneMask), '(403')
  })

  test('drops a pasted or filled-in +1, and whatever comes after ten digits', () => {
    for (const pasted of ['+1 (403) 555-0123', '+14035550123', '14035550123', '1 403 555 0123']) {
      assert.equal(shownAs(pasted, phoneMask), '(403) 555-0123', pasted)
    }
    assert.equal(typed('40355501239', phoneMask), '(403) 555-0123')
  })

  test('drops a typed 1 once an eleventh digit shows that it was the country’s', () => {
    assert.equal(typed('14035550123', phoneMask), '(403) 555-0123')
  })

  test('takes no mails', () => {
    assert.equal(typed('4o0x3', phoneMask), '(403')
  })

  test('shows a kept value as it was typed, so that the caret stays', () => {
    for (const kept of ['', '4', '403', '4035', '4035550', '4035550123']) {
      assert.equal(readFrom(shownAs(kept, phoneMask), phoneMask), kept)
    }
  })
})

test('a Zip Code is five digits, a Postal Code A1A 1A1 in capitals, anything elsewhere', () => {
  assert.equal(typed('59718-1234', postalMaskFor('USA')), '59718')
  assert.equal(typed('t2p1j9x', postalMaskFor('Canada')), 'T2P 1J9')
  assert.equal(typed('T2P 1J9', postalMaskFor('Canada')), 'T2P 1J9')
  assert.equal(typed('SW1A 1AA', postalMaskFor(null)), 'SW1A 1AA')
})

test('a CVC takes digits only, as many as it may have', () => {
  assert.equal(typed('12a345', digitsMask(4)), '1234')
})
