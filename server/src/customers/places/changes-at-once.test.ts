import { getSite, updateSite, type Site } from '@byre/contract/places/sites'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { within } from '../../platform/database/db.ts'
import { join, newSite } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import { plannedForAny, scansWithoutId } from '../../testing/statements.ts'
import type { Person } from '../../testing/test-app.ts'
import { accessTo } from '../access.policy.ts'
import { auditValuesOf } from '../audit.queries.ts'
import { changePlace } from './place-changes.queries.ts'
import { findPlace, type SiteRow } from './places.queries.ts'
import { tokenHash } from '../../platform/secrets.ts'

/* Whoever saves while others do shares a statement with them, and nothing else. */

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])
const { pool } = testApp.database

const save = (site: Site, as: Person, body: Record<string, string>, headers: Record<string, string> = {}) =>
  testApp.call(updateSite, { as, params: { id: site.id }, body, headers })
const read = async (site: Site, as: Person) =>
  (await testApp.call(getSite, { as, params: { id: site.id } })).reply

const own = { network: '192.0.2.7', request_id: newId(), key_id: null }

/** Who changed this site to what, in order. */
async function trail(site: Site) {
  const { rows } = await pool.query<{ actor_id: string; after: Partial<Site> }>(
    `select actor_id, after from platform.audit where subject_id = $1 and deed = 'updateSite' order by id`,
    [site.id],
  )
  return rows
}

test('many who save at once have what they saved, each with a line of their own, by fewer statements', async () => {
  const people = [alice, bob, carol]
  const sites: { owner: Person; site: Site }[] = []
  for (const owner of people)
    for (let n = 0; n < 8; n++) sites.push({ owner, site: await newSite(testApp, owner) })

  const before = testApp.database.statements()
  const answers = await Promise.all(
    sites.map(({ owner, site }, n) =>
      save(site, owner, { name: `Pasture ${n}`, city: `Town "${n}", {x}\\` }),
    ),
  )
  const statements = testApp.database.statements() - before

  for (const [n, { owner, site }] of sites.entries()) {
    const expected = { ...site, name: `Pasture ${n}`, city: `Town "${n}", {x}\\` }
    assert.deepEqual(answers[n]!.reply, expected)
    assert.deepEqual(await read(site, owner), expected)
    const after = { name: expected.name, city: expected.city }
    assert.deepEqual(await trail(site), [{ actor_id: owner.id, after }])
  }
  assert.ok(statements < sites.length, `${statements} statements for ${sites.length} changes`)
})

test('of those who save one site at once each is judged by what stands', async () => {
  const site = await newSite(testApp, alice)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'Admin')

  const both = await Promise.all([save(site, alice, { name: 'Hill' }), save(site, bob, { city: 'Didsbury' })])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  const stands = await read(site, alice)
  assert.deepEqual([stands.name, stands.city], ['Hill', 'Didsbury'])
  assert.equal((await trail(site)).length, 2)

  const headers = { 'if-match': '"3"' }
  const racing = await Promise.all([
    save(site, alice, { name: 'Dale' }, headers),
    save(site, bob, { name: 'Glen' }, headers),
  ])
  assert.deepEqual(racing.map(({ status }) => status).toSorted(), [200, 412])
})

test('a site that somebody holds keeps only those waiting who save it', async () => {
  const held = await newSite(testApp, alice)
  const free = await newSite(testApp, bob)
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from customers.sites where id = $1 for update', [held.id])
    let isSaved = false
    const waiting = save(held, alice, { name: 'Held' }).then((answer) => {
      isSaved = true
      return answer
    })
    assert.equal((await save(free, bob, { name: 'Free' })).status, 200)
    assert.equal(isSaved, false)
    await holder.query('commit')
    assert.equal((await waiting).status, 200)
  } finally {
    holder.release()
  }
  assert.equal((await read(held, alice)).name, 'Held')
})

test('what the database forbids fails the one who sent it, and nothing of the others', async () => {
  const db = within<'customers'>(testApp.database.db)
  const sites = [await newSite(testApp, alice), await newSite(testApp, alice), await newSite(testApp, alice)]
  const names = ['Hill', 'x'.repeat(10_000), 'Dale']
  const rows = await Promise.all(
    sites.map(async ({ id }) => (await findPlace.site(db, { token_hash: tokenHash(alice.token), id }))[0]),
  )
  const ends = await Promise.allSettled(
    sites.map(({ id }, n) => {
      const row = rows[n] as SiteRow
      const access = accessTo('edit', { kind: 'site', place_id: id as SiteId, user_id: alice.id }, row)
      const line = {
        actor_id: alice.id,
        deed: 'updateSite',
        kind: 'site',
        subject_id: id,
        from: own,
      } as const
      return changePlace.site(db, { ...row, ...access, ...auditValuesOf(line), name: names[n]! })
    }),
  )
  assert.deepEqual(
    ends.map((end) =>
      end.status === 'fulfilled' ? end.value.map(({ version }) => version) : end.reason.code,
    ),
    [[2], '23514', [2]],
  )
  assert.deepEqual(await Promise.all(sites.map(async (site) => (await read(site, alice)).name)), [
    'Hill',
    sites[1]!.name,
    'Dale',
  ])
  assert.deepEqual(await Promise.all(sites.map(async (site) => (await trail(site)).length)), [1, 0, 1])
})

test('each change finds its site by its id, through no rows of others', async () => {
  const { id } = await newSite(testApp, alice)
  const [row] = await findPlace.site(within(testApp.database.db), { token_hash: tokenHash(alice.token), id })
  const access = accessTo('edit', { kind: 'site', place_id: id, user_id: alice.id }, row as SiteRow)
  const line = { actor_id: alice.id, deed: 'updateSite', kind: 'site', subject_id: id, from: own } as const
  const values = { ...(row as SiteRow), ...access, ...auditValuesOf(line) }
  const nodes = await plannedForAny(pool, (db) => changePlace.site(within(db), values))
  assert.deepEqual(scansWithoutId(nodes), [])
})
