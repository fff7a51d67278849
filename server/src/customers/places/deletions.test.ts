import type { IdOf } from '@byre/contract/subject-kinds'
import { deleteBillingEntity } from '@byre/contract/billing/billing-entities'
import {
  deleteClinic,
  getClinic,
  listClinics,
  restoreClinic,
  updateClinic,
} from '@byre/contract/places/clinics'
import { getClinicDomain, getSiteDomain } from '@byre/contract/places/domain-claims'
import { deleteSite, getSite, listSites, restoreSite, updateSite } from '@byre/contract/places/sites'
import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, test } from 'node:test'
import { join, newClinic, newName, newSite } from '../../testing/places.ts'
import { placeOfKind } from '../ports.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'
import { findMembership, findTenant } from '../index.ts'
import { purge } from './purges.actions.ts'

const { testApp, alice, bob } = await startWith(['alice', 'bob'])
afterEach(() => assert.deepEqual(testApp.complaints, []))

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)

const site = {
  kind: 'site',
  table: 'customers.sites',
  make: newSite,
  get: getSite,
  update: updateSite,
  remove: deleteSite,
  restore: restoreSite,
  domain: getSiteDomain,
  list: async (as: Person, query: Record<string, string>) =>
    (await testApp.call(listSites, { as, query })).reply.sites,
} as const
const clinic = {
  kind: 'clinic',
  table: 'customers.clinics',
  make: newClinic,
  get: getClinic,
  update: updateClinic,
  remove: deleteClinic,
  restore: restoreClinic,
  domain: getClinicDomain,
  list: async (as: Person, query: Record<string, string>) =>
    (await testApp.call(listClinics, { as, query })).reply.clinics,
} as const

for (const { kind, table, make, get, update, remove, restore, domain, list } of [site, clinic] as const) {
  const at = (id: string, as = alice) => ({ as, params: { id } })
  const deleted = async (fields: Record<string, string> = {}) => {
    const place = await make(testApp, alice, fields)
    assert.equal((await testApp.call(remove, at(place.id))).status, 200)
    return place
  }
  const bringBack = (id: string, body: Record<string, string> = {}, as = alice) =>
    testApp.call(restore, { ...at(id, as), body })
  const age = (id: string, days: number) =>
    sql(
      `with aged as (update ${table} set deleted_at = now() - make_interval(days => $2) where id = $1 returning id, deleted_at)
       update customers.members m set place_deleted_at = aged.deleted_at from aged where m.place_id = aged.id`,
      id,
      days,
    )

  describe(`a deleted ${kind}`, () => {
    test('is gone for everyone at once, on its hosts too, and no longer paid for', async () => {
      const place = await make(testApp, alice)
      await join(testApp, bob, { kind, id: place.id }, 'Admin')
      assert.equal((await testApp.call(remove, at(place.id, bob))).status, 403)

      assert.deepEqual((await testApp.call(remove, at(place.id))).body, { success: true, data: null })

      for (const as of [alice, bob]) {
        assert.equal((await testApp.call(get, at(place.id, as))).status, 404)
        assert.equal((await testApp.call(update, { ...at(place.id, as), body: { name: 'x' } })).status, 404)
        assert.deepEqual(await list(as, { q: place.subdomain }), [])
        assert.equal(
          await findMembership(testApp.database.db, placeOfKind(kind, place.id as IdOf<typeof kind>), as.id),
          null,
        )
      }
      for (const host of [place.subdomain, place.id])
        assert.equal(await findTenant(testApp.database.db, host), null)
      const { rows } = await sql(`select status from payments.subscriptions where ${kind}_id = $1`, place.id)
      assert.deepEqual(rows, [{ status: 'canceled' }])
    })

    test('may be deleted again by its Owner, whose first answer was lost, to no effect', async () => {
      const place = await deleted()
      await join(testApp, bob, { kind, id: place.id }, 'Admin')
      const [before] = await list(alice, { deleted: '1', q: place.subdomain })

      const again = await Promise.all(Array.from({ length: 8 }, () => testApp.call(remove, at(place.id))))
      assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([200]))

      assert.deepEqual(await list(alice, { deleted: '1', q: place.subdomain }), [before])
      const { rows } = await sql(
        `select count(*)::int from platform.audit where subject_id = $1 and deed like 'delete%'`,
        place.id,
      )
      assert.deepEqual(rows, [{ count: 1 }])

      assert.equal((await testApp.call(remove, at(place.id, bob))).status, 404, 'an Admin of it')
      await age(place.id, 31)
      assert.equal((await testApp.call(remove, at(place.id))).status, 404)
    })

    test('T04 loses its domain’s proof and token at once', async () => {
      const place = await deleted({ domain: `${newName('proven')}.ca` })
      const { rows } = await sql('select 1 from customers.domain_claims where place_id = $1', place.id)
      assert.deepEqual(rows, [])
    })

    test('stands among its Owner’s recently deleted ones for 30 days, and nobody else’s', async () => {
      const place = await deleted()
      await join(testApp, bob, { kind, id: place.id }, 'Admin')

      const [row, ...others] = await list(alice, { deleted: '1', q: place.subdomain })
      assert.deepEqual(others, [])
      const { deleted_at, restorable_until, ...rest } = row ?? {}
      assert.deepEqual(rest, { ...place, access_state: 'read_only' })
      const month = Date.parse(restorable_until ?? '') - Date.parse(deleted_at ?? '')
      assert.equal(month, 30 * 24 * 3600 * 1000)
      assert.deepEqual(await list(bob, { deleted: '1', q: place.subdomain }), [])
      assert.deepEqual(await list(alice, { deleted: '0', q: place.subdomain }), [])

      await age(place.id, 31)
      assert.deepEqual(await list(alice, { deleted: '1', q: place.subdomain }), [])
    })

    test('is purged with its members and names after 30 days, and not before', async () => {
      const [old, recent] = [await deleted(), await deleted()]
      await Promise.all([age(old.id, 31), age(recent.id, 29)])
      await sql(
        `update customers.host_names set until = now() - interval '1 minute' where place_id = $1`,
        old.id,
      )

      for (let twice = 0; twice < 2; twice++) {
        await testApp.app.outbox.send(testApp.database.db, purge, {})
        await testApp.settle()
      }

      for (const [from, column] of [
        [table, 'id'],
        ['customers.members', 'place_id'],
        ['customers.host_names', 'place_id'],
      ]) {
        const { rows } = await sql(`select ${column} as id from ${from} where ${column} = any($1)`, [
          old.id,
          recent.id,
        ])
        assert.deepEqual(rows, [{ id: recent.id }], from)
      }
    })
  })

  describe(`restoring a ${kind}`, () => {
    test('brings it back as it was: its people, its names, its plan, the rest of its trial', async () => {
      const [first, second] = [newName('first'), newName('second')]
      const place = await make(testApp, alice, { subdomain: first })
      await testApp.call(update, { ...at(place.id), body: { subdomain: second } })
      await join(testApp, bob, { kind, id: place.id }, 'Admin')
      const trial = async () =>
        (await testApp.call(listSubscriptions, { as: alice, query: { [`${kind}_id`]: place.id } })).reply
          .subscriptions
      const before = await trial()
      await testApp.call(remove, at(place.id))

      const back = await bringBack(place.id)

      assert.equal(back.status, 200)
      assert.equal(back.headers['etag'], '"4"')
      const present = await testApp.call(get, at(place.id))
      assert.deepEqual(present.reply, back.reply)
      assert.deepEqual(back.reply, {
        ...place,
        subdomain: second,
        launch_url: place.launch_url.replace(first, second),
        ...('public_url' in place ? { public_url: place.public_url.replace(first, second) } : {}),
      })
      assert.equal((await testApp.call(get, at(place.id, bob))).reply.role, 'Admin')
      const after = await trial()
      assert.deepEqual(after, before)
      const { db } = testApp.database
      assert.equal((await findTenant(db, second))?.tenant.standing, 'ok')
      assert.equal((await findTenant(db, first))?.is_former, true)
      const { rows } = await sql(
        `select deed from platform.audit where subject_id = $1 order by id desc limit 1`,
        place.id,
      )
      assert.equal(rows[0].deed, kind === 'site' ? 'restoreSite' : 'restoreClinic')
    })

    test('twice, or eight times at once, restores it once', async () => {
      const place = await deleted()
      const answers = await Promise.all(Array.from({ length: 8 }, () => bringBack(place.id)))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      const { rows } = await sql(`select version from ${table} where id = $1`, place.id)
      assert.deepEqual(rows, [{ version: 3 }])
    })

    test('is its Owner’s alone, for 30 days', async () => {
      const place = await deleted()
      await join(testApp, bob, { kind, id: place.id }, 'Admin')
      assert.equal((await bringBack(place.id, {}, bob)).status, 403)
      const carol = await testApp.person(`carol-${kind}`)
      assert.equal((await bringBack(place.id, {}, carol)).status, 404)
      assert.equal((await bringBack(randomUUID())).status, 404)

      await age(place.id, 29)
      assert.equal((await bringBack(place.id)).status, 200)
      await testApp.call(remove, at(place.id))
      await age(place.id, 31)
      assert.equal((await bringBack(place.id)).status, 404)
    })

    test('has nothing left of a trial that ended meanwhile, and keeps the days that are paid', async () => {
      const place = await make(testApp, alice)
      const away = async (was: string) => {
        await sql(`update payments.subscriptions set ${was} where ${kind}_id = $1`, place.id)
        await testApp.call(remove, at(place.id))
        await bringBack(place.id)
        const { rows } = await sql(
          `select s.status, p.standing from payments.subscriptions s, ${table} p
           where p.id = $1 and s.${kind}_id = p.id`,
          place.id,
        )
        return rows[0]
      }
      const today = `date_trunc('day', now())`

      const ended = `trial_ends_at = ${today} - interval '1 day'`
      assert.deepEqual(await away(ended), { status: 'read_only', standing: 'read_only' })
      const paid = `phase = 'period', status = 'active', anchor_day = 1, current_period_start = ${today}
        - interval '10 days', current_period_end = ${today} + interval '20 days'`
      assert.deepEqual(await away(paid), { status: 'active', standing: 'ok' })
    })

    test('leaves it read-only where its payer is gone', async () => {
      const place = await deleted()
      const params = { id: place.billing_entity_id }
      assert.equal((await testApp.call(deleteBillingEntity, { as: alice, params })).status, 200)

      const { status, reply } = await bringBack(place.id)

      assert.deepEqual([status, reply.billing], [200, null])
      const refused = await testApp.call(update, { ...at(place.id), body: { name: 'Renamed' } })
      assert.deepEqual([refused.status, refused.body['code']], [403, 'place.read_only'])
    })

    test('asks for another name where its Owner has given it to another place', async () => {
      const place = await deleted()
      await newSite(testApp, alice, { subdomain: place.subdomain })

      const refused = await bringBack(place.id)
      assert.deepEqual(
        [refused.status, refused.body['errors']],
        [400, [{ field: 'subdomain', message: 'This subdomain is not available.' }]],
      )
      assert.equal((await testApp.call(get, at(place.id))).status, 404)
      assert.equal((await bringBack(place.id, { subdomain: 'www' })).status, 400)

      const other = newName('other')
      assert.equal((await bringBack(place.id, { subdomain: other })).reply.subdomain, other)
      assert.equal((await findTenant(testApp.database.db, other))?.tenant.id, place.id)
    })

    test('has its domain to be proven anew', async () => {
      const domainName = `${newName('again')}.ca`
      const place = await make(testApp, alice, { domain: domainName })
      const claim = async () => (await testApp.call(domain, at(place.id))).reply
      const token = (await claim())?.records[1]?.value
      await sql(
        `update customers.domain_claims set state = 'verified', verified_at = now() where place_id = $1`,
        place.id,
      )
      await testApp.call(remove, at(place.id))

      assert.equal((await bringBack(place.id)).reply.domain, `https://${domainName}`)

      const again = await claim()
      assert.deepEqual([again?.domain, again?.state], [domainName, 'pending'])
      assert.notEqual(again?.records[1]?.value, token)
    })
  })
}
