import { readConfig } from '@byre/server/config'
import { createTestDatabase, urlOf } from '@byre/server/testing/database'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examineStandby } from './byre/doctor/standby.ts'

test('the doctor says of a standby that it is none of this database, or has taken over', async (t) => {
  const [database, other] = [await createTestDatabase(), await createTestDatabase()]
  t.after(() => Promise.all([database.drop(), other.drop()]))
  const examined = async (given: Record<string, string>) => {
    const findings = await examineStandby(readConfig({ DATABASE_URL: urlOf(database.options), ...given }))
    return findings.map(({ state, says, remedy }) => `${state}: ${says} → ${remedy}`)
  }

  assert.deepEqual(await examined({}), [])
  const [same] = await examined({ DATABASE_READ_URL: `${urlOf(database.options)}&application_name=standby` })
  assert.match(same ?? '', /^look: Lists are not read from the standby, .*it takes changes.* → See docs/)
  const [wrong] = await examined({ DATABASE_READ_URL: urlOf(other.options) })
  assert.match(
    wrong ?? '',
    /^wrong: DATABASE_READ_URL leads to another database.* → Name a streaming standby/,
  )
})
