import { listSiteActivity } from '@byre/contract/activity'
import { checkSiteDomain, txtNameOf } from '@byre/contract/places/domain-claims'
import { deleteSite, getSite, restoreSite, updateSite, type Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newName, newSite } from '../../testing/places.ts'
import { DomainTest, newDomain, ours } from '../../testing/domains.ts'
import type { Person } from '../../testing/test-app.ts'
import { Visitor } from '../../testing/visitor.ts'

/* What staff have done when an address is another's: Alice has it, Bob shall. The command itself is in scripts/byre-places.test.ts. */

let domains: DomainTest
let alice: Person
before(async () => {
  domains = await DomainTest.start()
  alice = domains.alice
})
after(() => domains.close())

const move = (address: string, to: string | null, subdomain?: string) =>
  domains.testApp.app.moveAddress({
    address,
    to,
    subdomain,
    staff: 'maria',
    witness: async () => undefined,
  })
/** A site whose owner typed a domain of its own into its form. */
const claimed = async (owner: Person, domain = newDomain()) => {
  const site = await newSite(domains.testApp, owner)
  const body = { domain: `https://${domain}` }
  assert.equal(
    (await domains.testApp.call(updateSite, { as: owner, params: { id: site.id }, body })).status,
    200,
  )
  return { site, domain, host: `${domain}:4000` }
}
const verified = async (owner: Person, wanted?: string) => {
  const claim = await claimed(owner, wanted)
  const token = await domains.tokenOf(claim.site, owner)
  domains.names.prove(claim.domain, token, ours)
  assert.equal((await domains.check(claim.site, owner)).reply.state, 'verified')
  return { ...claim, token }
}
const refusal = (moving: Promise<unknown>) =>
  moving.then(
    () => assert.fail('it was done'),
    (error: Error) => error.message,
  )
const shown = async (as: Person, { id }: Pick<Site, 'id'>) => {
  const { reply } = await domains.testApp.call(getSite, { as, params: { id } })
  return { domain: reply.domain, subdomain: reply.subdomain }
}
const lines = async (as: Person, { id }: Pick<Site, 'id'>) => {
  const { reply } = await domains.testApp.call(listSiteActivity, { as, params: { id } })
  return reply.activity
    .filter(({ deed }) => deed.endsWith('eAddress'))
    .map(({ what, actor_name, changes }) => [what, actor_name, changes])
}
const subjectsTo = async ({ email }: Person) =>
  (await domains.testApp.mailsTo(email)).map(({ subject }) => subject)
const hostOf = (subdomain: string) => `${subdomain}.localhost:4000`

test('T04: a domain that staff move leads nowhere, by proof and token of neither, until its new place has proven it', async () => {
  const { testApp, bob, names } = domains
  const { site: north, domain, host, token } = await verified(alice)
  assert.ok(await testApp.app.mayHaveCertificate(domain))
  const south = await newSite(testApp, bob, { name: 'South Pasture' })

  const moved = await move(`https://${domain.toUpperCase()}/`, south.id)
  assert.deepEqual([moved?.address, moved?.from, moved?.to, moved?.moved], [domain, north.id, south.id, true])
  assert.deepEqual(
    [await shown(alice, north), (await shown(bob, south)).domain],
    [{ domain: null, subdomain: north.subdomain }, `https://${domain}`],
  )
  // Alice's records still stand there: they prove nothing for Bob.
  await testApp.mailsTo(bob.email)
  const claim = await domains.shown(south, bob)
  assert.deepEqual([claim.state, claim.is_live, claim.records[1]?.ok], ['pending', false, false])
  assert.notEqual(claim.records[1]?.value, token)
  assert.deepEqual(
    [await domains.isAnswered(host), await testApp.app.mayHaveCertificate(domain)],
    [false, false],
  )

  names.prove(domain, claim.records[1]?.value ?? '', ours)
  assert.equal((await domains.check(south, bob)).reply.state, 'verified')
  assert.deepEqual(
    [await domains.isAnswered(host), await testApp.app.mayHaveCertificate(domain)],
    [true, true],
  )

  const was = { field: 'domain', before: `https://${domain}`, after: null }
  const is = { field: 'domain', before: null, after: `https://${domain}` }
  assert.deepEqual(
    [await lines(alice, north), await lines(bob, south)],
    [[['Lost an address', 'Staff (maria)', [was]]], [['Got another’s address', 'Staff (maria)', [is]]]],
  )
  assert.ok((await subjectsTo(alice)).includes(`${domain} no longer leads to ${north.name}`))
  assert.ok((await subjectsTo(bob)).includes(`${domain} was moved to South Pasture`))
  assert.equal((await move(domain, south.id))?.moved, false)
})

test('T03, T04: freed or moved, a domain is whoever’s proves it by the token they have, which was refused before', async () => {
  const { testApp, bob, names } = domains
  for (const to of ['Bob', null]) {
    const { site: south, domain } = await claimed(bob)
    const { site: north, token } = await verified(alice, domain)
    const own = { as: bob, params: { id: south.id } }
    names.set(txtNameOf(domain), { TXT: [token, await domains.tokenOf(south, bob)] })
    assert.equal((await testApp.call(checkSiteDomain, own)).status, 409)

    assert.equal((await move(domain, to && south.id))?.from, north.id)
    assert.equal((await testApp.call(checkSiteDomain, own)).reply.state, 'verified')
    assert.equal((await shown(alice, north)).domain, null)
  }
})

test('T01: a subdomain that staff move leads to its new place at once, and opens it to nobody who was signed in at the old', async () => {
  const { testApp, bob } = domains
  const [north, south] = [await newSite(testApp, alice), await newSite(testApp, bob)]
  const visitor = new Visitor(testApp, hostOf(north.subdomain))
  await visitor.launch(alice)
  const name = north.subdomain

  assert.match(await refusal(move(name, south.id)), /is the present subdomain .* --subdomain/)
  assert.equal(await refusal(move(name, south.id, 'admin')), 'This subdomain is not available.')
  assert.equal(await refusal(move(name, south.id, south.subdomain)), 'This subdomain is not available.')
  assert.deepEqual([(await shown(alice, north)).subdomain, await lines(bob, south)], [name, []])

  const other = newName('other')
  const moved = await move(hostOf(name).replace(':4000', ''), south.id, other)
  assert.deepEqual([moved?.address, moved?.moved], [hostOf(name), true])
  assert.deepEqual(
    [(await shown(alice, north)).subdomain, (await shown(bob, south)).subdomain],
    [other, name],
  )
  const again = await visitor.get('/')
  assert.ok(again.status !== 200 || !String(again.body).includes(north.name))
  const former = await testApp.send('GET', '/', { host: hostOf(south.subdomain) })
  assert.match(String(former.headers['location']), new RegExp(`//${name}\\.localhost`))
  assert.ok((await subjectsTo(alice)).includes(`${hostOf(name)} no longer leads to ${north.name}`))
  assert.ok((await subjectsTo(bob)).includes(`${south.name} answers at ${hostOf(name)}`))
  assert.deepEqual((await lines(bob, south))[0]?.[2], [
    { field: 'subdomain', before: south.subdomain, after: name },
  ])
})

test('T02: a name that is held for a deleted site is free for others once staff have freed it, and its Owner is told', async () => {
  const { testApp, bob } = domains
  const north = await newSite(testApp, alice, { name: 'Old Pasture' })
  await testApp.call(deleteSite, { as: alice, params: { id: north.id } })
  const name = north.subdomain
  assert.equal((await testApp.call(updateSite, await renameOf(bob, name))).status, 400)

  assert.equal((await move(name, null))?.moved, true)
  assert.match(await refusal(move(name, null)), /is free/)
  assert.equal((await testApp.call(updateSite, await renameOf(bob, name))).status, 200)
  assert.ok((await subjectsTo(alice)).includes(`${hostOf(name)} no longer leads to Old Pasture`))
  const restored = { as: alice, params: { id: north.id } }
  assert.equal((await testApp.call(restoreSite, { ...restored, body: {} })).status, 400)
  const other = { subdomain: newName('other') }
  assert.equal((await testApp.call(restoreSite, { ...restored, body: other })).status, 200)
})

const renameOf = async (as: Person, subdomain: string) => ({
  as,
  params: { id: (await newSite(domains.testApp, as)).id },
  body: { subdomain },
})

test('staff move an address neither to a deleted place, nor over another domain, nor where nobody has it', async () => {
  const { testApp, bob } = domains
  const { domain } = await verified(alice)
  const { site: full, domain: second } = await verified(bob)
  const gone = await newSite(testApp, bob, { name: 'Old Pasture' })
  await testApp.call(deleteSite, { as: bob, params: { id: gone.id } })
  assert.equal(await refusal(move(domain, gone.id)), 'Old Pasture is deleted: it is to be restored first.')
  assert.equal(
    await refusal(move(domain, full.id)),
    `${full.name} has ${second} already: that is to be freed first.`,
  )
  assert.match(await refusal(move(domain, alice.id)), /^There is no site or clinic/)
  assert.deepEqual([await move('nobodys.farm', full.id), await move(newName('nobodys'), null)], [null, null])
})
