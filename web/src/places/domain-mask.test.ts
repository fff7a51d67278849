import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskitoTransform } from '@maskito/core'
import { domainMasks } from './domain-mask.ts'

/** What stands in the field after each key. */
const typed = (text: string, { options } = domainMasks.fresh) =>
  [...text].reduce((shown, key) => maskitoTransform(shown + key, options), '')

test('a domain may be typed, pasted or filled in with its https://, which is not part of it', () => {
  for (const text of ['https://Ranch.CA', 'http://ranch.ca', 'https:ranch.ca', 'ranch.ca'])
    assert.equal(typed(text), 'ranch.ca', text)
  assert.equal(maskitoTransform('https://ranch.ca/', domainMasks.fresh.options), 'ranch.ca')
  assert.equal(typed('httpsranch.ca'), 'httpsranch.ca')
  assert.equal(typed('ra:n/ch.ca'), 'ranch.ca')
})

test('a second dot is dropped of a new place’s domain, and kept of one that is there', () => {
  assert.equal(typed('www.ranch.ca'), 'www.ranchca')
  assert.equal(typed('https://www.ranch.ca', domainMasks.kept), 'www.ranch.ca')
})
