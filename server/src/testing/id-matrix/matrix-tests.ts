import type { Endpoint } from '@byre/contract/endpoint'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contractNouns } from '../../platform/api-docs/openapi-nouns.ts'
import { allowed, isAbout } from './allowed.ts'
import { Matrix } from './run.ts'
import { slotsOf } from './slots.ts'
import { substitutes } from './things.ts'

/*
 * Every call × every id in it × what may stand there instead, generated from the contract: a stranger's,
 * another kind's, another payer's, what is deleted, what is only the next period's. A call that does not
 * concern the caller is refused, tells nothing and changes nothing; where one is granted, allowed.ts says why.
 */

export type Part = 'sites' | 'clinics' | 'the rest'

/** Every endpoint is in one part, so that they can be tried side by side. */
function partOf({ path }: Endpoint): Part {
  if (/\/(?:sites|site-invites)(?:\/|$)/.test(path)) return 'sites'
  return /\/(?:clinics|clinic-invites|hand-offs)(?:\/|$)/.test(path) ? 'clinics' : 'the rest'
}

/** The tests of one part. */
export async function tellMatrix(part: Part): Promise<void> {
  const { endpoints } = await contractNouns()
  const ofPart = endpoints.filter((endpoint) => partOf(endpoint) === part && slotsOf(endpoint).length > 0)
  let matrix: Matrix
  before(async () => {
    matrix = await Matrix.start()
  })
  after(async () => {
    await matrix.setting.testApp.close()
    assert.deepEqual(matrix.setting.testApp.complaints, [])
  })

  describe('C02 an id that is not the caller’s to name is refused, and nothing is told or changed', () => {
    for (const endpoint of ofPart)
      test(endpoint.name, async () => {
        const { calls, untried } = await matrix.rightCalls(endpoint)
        assert.deepEqual(untried, [], 'say in calls.ts how the call is made so that it succeeds')
        assert.deepEqual(await matrix.problemsOf(calls), [])
      })
  })

  test(`the matrix of ${part} has two thousand cells of commands or more, of every sort`, (t) => {
    const { tallies } = matrix
    const sorts = new Set(tallies.map(({ cell }) => cell.as))
    assert.deepEqual([...sorts].toSorted(), substitutes.toSorted())
    const commands = tallies.filter(({ endpoint }) => endpoint.method !== 'GET')
    assert.ok(commands.length >= 2000, `${commands.length} cells of commands`)
    for (const line of tableOf(tallies)) t.diagnostic(line)
  })

  test('each reason for which a call is granted is still one', () => {
    const cells = matrix.tallies.map(({ cell }) => cell)
    const idle = Object.entries(allowed)
      .filter(([why, line]) => !matrix.reasons.has(why) && cells.some((cell) => isAbout(line, cell)))
      .map(([why]) => why)
    assert.deepEqual(idle, [])
  })
}

/** How many cells of each noun came out how. */
function tableOf(tallies: Matrix['tallies']): string[] {
  const counts = new Map<string, number>()
  for (const { endpoint, cell, outcome } of tallies) {
    const noun = endpoint.path.split('/')[3] ?? ''
    for (const key of [`${noun}: ${outcome}`, `as ${cell.as}: ${outcome}`, 'in all'])
      counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, count]) => `${key}: ${count}`).toSorted()
}
