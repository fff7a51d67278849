import { logOut } from '@byre/contract/accounts/sign-ins'
import { listSiteActivity } from '@byre/contract/activity'
import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import { listSiteUsers, removeSiteUser } from '@byre/contract/people/members'
import { listSites } from '@byre/contract/places/sites'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApiKey } from '../../testing/api-keys.ts'
import { join as joinPlace, newBillingEntity, newSite } from '../../testing/places.ts'
import { answering, tellOfTwoNodes } from '../../testing/standbys/two-nodes.ts'
import { listRead, prepared } from './db.ts'
import { positionColumns } from './log-position.ts'
import { wanted } from './session-settings.ts'

/* Lists by a standby hold what was committed before they were asked for. Who answered is told by what operators' machines are told. */

const { servers, one, two, testApp, second, whilePaused, sitesOf, alice, bob } = await tellOfTwoNodes()

test('lists are answered by the standby, at either node, once it has what is in them', async () => {
  const site = await newSite(testApp, alice)
  await servers.inStep()
  const key = await newApiKey(testApp, alice)
  await servers.inStep()

  const byOne = await answering(one, async () => {
    assert.ok((await sitesOf(alice)).includes(site.id))
    assert.ok((await sitesOf(key.key)).includes(site.id))
    for (const list of [listSiteUsers, listSiteActivity])
      assert.equal((await testApp.call(list, { as: alice, params: { id: site.id } })).status, 200)
    assert.equal((await testApp.call(listBillingEntities, { as: alice })).status, 200)
  })
  const byTwo = await answering(two, async () => assert.ok((await sitesOf(alice, second)).includes(site.id)))

  // A call by key may write down that the key was used.
  assert.equal(byOne.standby + byOne.behind, 5)
  assert.ok(byOne.standby >= 4)
  assert.deepEqual(byTwo, { standby: 1, behind: 0, away: 0 })
})

test('a site that Alice has just made is in her next list on either node, though the standby has nothing of it', async () => {
  await whilePaused(async () => {
    const site = await newSite(testApp, alice)

    const byOne = await answering(one, async () => assert.ok((await sitesOf(alice)).includes(site.id)))
    const byTwo = await answering(two, async () =>
      assert.ok((await sitesOf(alice, second)).includes(site.id)),
    )

    assert.deepEqual(
      [byOne, byTwo],
      [1, 1].map((behind) => ({ standby: 0, behind, away: 0 })),
    )
  })
})

test('Bob, whom Alice removes, sees nothing of the site with his next call, though the standby still has him', async () => {
  const site = await newSite(testApp, alice)
  await joinPlace(testApp, bob, { kind: 'site', id: site.id }, 'Admin')
  await servers.inStep()
  assert.ok((await sitesOf(bob, second)).includes(site.id))

  await whilePaused(async () => {
    const removed = await testApp.call(removeSiteUser, {
      as: alice,
      params: { id: site.id, userId: bob.id },
    })
    assert.equal(removed.status, 200, removed.text)

    for (const at of [testApp.app, second]) {
      assert.ok(!(await sitesOf(bob, at)).includes(site.id))
      const users = await testApp.call(listSiteUsers, { as: bob, params: { id: site.id }, at })
      assert.equal(users.status, 404)
    }
  })
})

test('a session that was ended, and one the standby alone knows, is over with the next call', async () => {
  const carol = await testApp.person('carol')
  await servers.inStep()
  await sitesOf(carol)

  await whilePaused(async () => {
    assert.equal((await testApp.call(logOut, { as: carol })).status, 200)

    const answered = await answering(two, async () => {
      const { status } = await testApp.call(listSites, { as: carol, at: second })
      assert.equal(status, 401)
    })
    // It was not even asked.
    assert.deepEqual(answered, { standby: 0, behind: 0, away: 0 })
  })
})

test('what a standby has no rows of is asked of the database: it alone refuses', async () => {
  const nobody = await newBillingEntity(testApp, bob)
  await servers.inStep()

  // By no rows a list says that the session is over; a standby whose clock is ahead may believe so.
  const saying = listRead<'customers', { id: string }>(
    prepared<'platform'>()((db, p: { id: string }) =>
      db.selectFrom(sql<{ id: string }>`(select ${p.id}::text as id)`.as('one')).select(positionColumns),
    ),
  )((db, p: { id: string }) =>
    db
      .selectFrom(sql<{ is_standby: boolean }>`(select pg_is_in_recovery() as is_standby)`.as('s'))
      .select('is_standby')
      .where(sql<boolean>`not pg_is_in_recovery() and ${p.id}::text <> ''`),
  )
  const answered = await answering(one, async () =>
    assert.deepEqual(await saying(one.db as never, { id: nobody.id }), [{ is_standby: false }]),
  )
  assert.deepEqual(answered, { standby: 0, behind: 1, away: 0 })
})

test('sessions at the standby have the settings of ours', async () => {
  const settingsOf = listRead<'customers', { id: string }>(
    prepared<'platform'>()((db, p: { id: string }) =>
      db.selectFrom(sql<object>`(select ${p.id}::text)`.as('one')).select(positionColumns),
    ),
  )((db, p: { id: string }) =>
    db
      .selectFrom(sql<{ name: string; setting: string }>`pg_settings`.as('s'))
      .select(['name', 'setting', sql<boolean>`pg_is_in_recovery()`.as('is_standby')])
      .where(sql<boolean>`${p.id}::text <> '' and name = any(${Object.keys(wanted)})`)
      .orderBy('name'),
  )
  const rows = await settingsOf(one.db as never, { id: 'one' })
  assert.ok(rows.every((row) => row.is_standby))
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting.replaceAll('"', '')]))
  assert.deepEqual(settings, wanted)
})
