import { siteScreens } from '@byre/contract/herd/screens'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paths } from './paths.ts'

test('the server knows every screen of the site app, and no other', () => {
  const own = Object.values(paths as Record<string, (...ids: string[]) => string>)
  assert.deepEqual(own.map((path) => path(':id')).toSorted(), [...siteScreens].toSorted())
})
