import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fuzz, type Report } from './testing/fuzz/fuzz.ts'
import { twoNodes } from './testing/fuzz/two-nodes.ts'

/*
 * Every documented call, as it is described and against it, by three people at two processes. `npm run fuzz --
 * --minutes N --seed N` does the same for longer, from a new seed where none is given; a seed repeats the choices, as
 * far as the answers are the same.
 */

/** So many calls, however quick the machine is: half again as many as a busy one makes in a minute. With FUZZ_MINUTES as many as it can. */
const calls = 2500
const minutes = process.env['FUZZ_MINUTES']
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
/** What a process may hold more after the calls than after the first of them. */
const growthMiB = 150

const memoryMiB = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

test('C02 C05 I01 R04 no call, right or wrong, breaks what is published, changes what it may not, or tells of others', async (t) => {
  const nodes = await twoNodes()
  t.diagnostic(`seed ${seed}`)
  await fuzz(nodes, { seed: seed + 1, isEnough: (report) => report.calls >= calls / 12, everyCall: false })
  const isLinux = process.platform === 'linux'
  const before = isLinux ? nodes.pids.map(memoryMiB) : []

  const until = Date.now() + Number(minutes) * 60_000
  const isEnough = (report: Report) => (minutes ? Date.now() >= until : report.calls >= calls)
  const report = await fuzz(nodes, { seed, isEnough, everyCall: true })

  const after = isLinux ? nodes.pids.map(memoryMiB) : []
  const statuses = [...report.statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
  t.diagnostic(`${report.calls} calls; ${statuses.join(', ')}`)
  t.diagnostic(
    `${report.called.size} of ${report.operations} operations called, ${report.succeeded.size} with success`,
  )
  t.diagnostic(
    `never with success: ${[...report.called].filter((name) => !report.succeeded.has(name)).join(', ')}`,
  )
  t.diagnostic(`memory in MiB: ${before.map(Math.round).join(', ')} → ${after.map(Math.round).join(', ')}`)
  assert.deepEqual(report.faults, [], `seed ${seed}:\n${report.faults.join('\n')}`)
  assert.equal(report.called.size, report.operations)
  for (const [at, held] of after.entries())
    assert.ok(held - before[at]! < growthMiB, `a process grew by ${held - before[at]!} MiB`)
})
