import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase } from '../../testing/database.ts'
import { Random } from '../../testing/fuzz/random.ts'
import { JobWitness, kill, startJobWorker } from '../../testing/job-witness.ts'
import { openDatabase } from '../database/db.ts'

/* `npm run kill-workers` does the same with more kills and another seed. */
const kills = Number(process.env['KILLS'] ?? 4)
const seed = Number(process.env['KILL_SEED'] ?? 7)

test(`R07 ${kills} workers killed at random instants (seed ${seed}) lose no job and do none twice`, async () => {
  const scratch = await createTestDatabase()
  const database = openDatabase(scratch.options, { max: 4 })
  const witness = new JobWitness(database)
  const random = new Random(seed)
  await witness.start()
  for (let n = 0; n < 12; n++) await witness.send(60)
  const workers = await Promise.all([startJobWorker(scratch), startJobWorker(scratch)])
  try {
    for (let round = 0; round < kills; round++) {
      const at = random.below(2)
      const replacement = startJobWorker(scratch)
      // More than they can do, so that they hold some whenever they are killed.
      for (let n = 0; n < 6; n++) await witness.send(1 + random.below(60))
      await delay(random.below(300))
      await kill(workers[at]!)
      workers[at] = await replacement
      await witness.letTimePass()
    }
    for (const deadline = Date.now() + 120_000; !(await witness.isDone());) {
      assert.ok(Date.now() < deadline, 'jobs of a killed worker are never taken over')
      await delay(100)
      await witness.letTimePass()
    }
    const { numbers, balance, tries } = await witness.whatHappened()
    assert.deepEqual(numbers, witness.acknowledged)
    assert.equal(balance, witness.acknowledged.length)
    assert.ok(tries >= balance)
    console.log(`${balance} jobs, ${tries - balance} tried again`)
  } finally {
    await Promise.all(workers.map(kill))
    await witness.stop()
    await database.close()
    await scratch.drop()
  }
})
