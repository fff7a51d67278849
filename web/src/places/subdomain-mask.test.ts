import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskitoTransform } from '@maskito/core'
import { shownAs } from '../ui/forms/masks.ts'
import { subdomainMask } from './subdomain-mask.ts'

/** What stands in the field after each key. */
const typed = (text: string) =>
  [...text].reduce((shown, key) => maskitoTransform(shown + key, subdomainMask.options), '')

test('a subdomain keeps letters, digits and dashes in lower case, at most 25', () => {
  assert.equal(typed('North_Feed lot-2!'), 'northfeedlot-2')
  assert.equal(shownAs('A'.repeat(40), subdomainMask), 'a'.repeat(25))
})
