import { mayAtSite, siteRights, siteRoles, type SiteRight } from '@byre/contract/site-rights'
import assert from 'node:assert/strict'
import { test } from 'node:test'

/* Who may what in the site app, cell by cell; read it beside `contract/src/site-rights.ts`. */

const table: readonly (readonly [right: SiteRight, owner: string])[] = [
  //                  owner manager crew viewer
  ['see', 'y y y y'],
  ['record', 'y y y –'],
  ['voidOwn', 'y y y –'],
  ['voidAny', 'y y – –'],
  ['editProducts', 'y y – –'],
  ['lockShipLists', 'y y – –'],
  ['overrideHolds', 'y y – –'],
  ['import', 'y y – –'],
  ['export', 'y y – –'],
  ['enrollDevices', 'y y – –'],
  ['editPeople', 'y y – –'],
  ['changeSettings', 'y y – –'],
  ['linkClinics', 'y – – –'],
]

for (const [right, cells] of table)
  for (const [at, cell] of cells.split(' ').entries()) {
    const role = siteRoles[at]!
    test(`${role} ${cell === 'y' ? 'may' : 'may not'} ${right}`, () =>
      assert.equal(mayAtSite(role, right), cell === 'y'))
  }

test('the table has every right of the contract', () =>
  assert.deepEqual(table.map(([right]) => right).toSorted(), siteRights.toSorted()))
