import { listSiteUsers } from '@byre/contract/people/members'
import { listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { killAll, startMain, stop } from '../../testing/main-process.ts'
import { newSite } from '../../testing/places.ts'
import { answering, isUsed, tellOfTwoNodes } from '../../testing/standbys/two-nodes.ts'
import { ask } from '../../testing/standbys/with-standby.ts'
import { callOf } from '../../testing/two-mains.ts'
import { openDatabase } from './db.ts'

/* A standby that is lost, silent, late or none any more: lists are answered all the same. */

const { servers, wire, toldLines, one, testApp, dataDir, whilePaused, sitesOf, alice } =
  await tellOfTwoNodes()
after(killAll)

for (const [how, breakIt] of [
  ['is lost', () => wire.cut()],
  ['says nothing any more', () => wire.silence()],
] as const)
  test(`a standby that ${how} in the middle of lists: each is answered, and one line says so`, async () => {
    const site = await newSite(testApp, alice)
    await servers.inStep()
    toldLines.length = 0
    const list = async (_: unknown, nth: number) => {
      await delay(nth * 5)
      if (nth === 20) breakIt()
      assert.ok((await sitesOf(alice)).includes(site.id))
      const users = await testApp.call(listSiteUsers, { as: alice, params: { id: site.id } })
      assert.equal(users.status, 200)
    }

    const answered = await answering(one, async () => {
      // It is read from before it breaks, however slow the machine is that this runs on.
      while ((await answering(one, () => sitesOf(alice))).standby === 0) await isUsed(one)
      await Promise.all(Array.from({ length: 60 }, list))
    })
    assert.ok(answered.standby > 0, 'before')
    assert.ok(answered.away > 0, 'after')
    assert.equal(one.standby!.isUsed, false)
    const restedFor = await answering(one, () => sitesOf(alice))
    assert.deepEqual(restedFor, { standby: 0, behind: 0, away: 1 })

    wire.mend()
    await isUsed(one)
    await servers.inStep()
    assert.equal((await answering(one, () => sitesOf(alice))).standby, 1)
    // Of the second time within a minute nothing is told.
    assert.ok(toldLines.length <= 2, toldLines.join('\n'))
    if (how === 'is lost')
      assert.match(
        toldLines.join('\n'),
        /^lists are not read from the standby.*\nlists are read from the standby again$/,
      )
  })

test('a standby that is behind for long is left alone until it has come up', async () => {
  await whilePaused(async () => {
    const site = await newSite(testApp, alice)
    // However slow the machine is that this runs on.
    const until = Date.now() + 20_000
    while (one.standby!.isUsed && Date.now() < until) {
      assert.ok((await sitesOf(alice)).includes(site.id))
      await delay(50)
    }
    assert.equal(one.standby!.isUsed, false)
    assert.ok((await one.standby!.state()).behindBytes! > 0)
  })
  await isUsed(one)
  await servers.inStep()
  assert.equal((await answering(one, () => sitesOf(alice))).standby, 1)
})

test('a process that is given one serves by it, and tells so', async () => {
  const { host, port, user, database } = wire.options
  const started = await startMain({
    DATA_DIR: dataDir,
    DATABASE_URL: servers.primary.connectionString,
    DATABASE_READ_URL: `postgres://${user}@${host}:${port}/${database}`,
    APP_SECRET: 'a secret for stories, long enough for them',
    PUBLIC_URL: 'http://localhost',
  })
  await started.ready
  const textOf = async () => (await fetch(`http://127.0.0.1:${started.opsPort}/metrics`)).text()
  while (!(await textOf()).includes('byre_standby_used{of="process"} 1')) await delay(20)
  await servers.inStep()
  // Behind whatever the process itself still writes as it begins.
  const isAnswered = async () => /byre_list_reads\{answered="standby"\} [1-9]/.test(await textOf())
  for (const until = Date.now() + 20_000; !(await isAnswered()) && Date.now() < until; await servers.inStep())
    assert.equal((await callOf(started, listSites, { token: alice.token })).status, 200)
  const text = await textOf()
  assert.match(text, /byre_list_reads\{answered="standby"\} [1-9]/)
  assert.match(text, /byre_standby_behind_bytes\{of="process"\} \d+\n/)
  assert.equal(await stop(started), 0)
})

test('a standby that has taken over, or does not follow the one that has, answers nothing', async () => {
  const third = await servers.addStandby('third')
  await servers.inStep()
  await ask(servers.standby, 'select pg_promote()')
  while ((await ask(servers.standby, 'select where pg_is_in_recovery()')).length > 0) await delay(20)

  const site = await newSite(testApp, alice)
  const answered = await answering(one, async () => assert.ok((await sitesOf(alice)).includes(site.id)))
  assert.deepEqual(answered, { standby: 0, behind: 0, away: 1 })

  // The one that has taken over is the database now; the third goes on with the first, and is further in another log.
  for (let nth = 0; nth < 20; nth++) await newSite(testApp, alice)
  await servers.inStep(third)
  const toldOfThird: string[] = []
  const database = openDatabase(servers.standby.connection, {
    max: 8,
    standby: { connection: third.connection, tell: (line) => void toldOfThird.push(line) },
  })
  const promoted = await testApp.anotherProcess({}, database)
  try {
    for (let tries = 0; toldOfThird.length === 0 && tries < 250; tries++) await delay(20)
    assert.match(
      toldOfThird[0] ?? 'nothing',
      /has not been seen to follow the database since that was taken over$/,
    )
    // Made where nobody looks any more.
    assert.ok(!(await sitesOf(alice, promoted.app)).includes(site.id))
  } finally {
    await promoted.close()
    await database.close()
  }
})
