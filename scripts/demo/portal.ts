import { revokeSiteInvite } from '@byre/contract/people/invites'
import { acceptSiteInvite, declineSiteInvite } from '@byre/contract/people/received-invites'
import { updateUser } from '@byre/contract/people/users'
import { speciesLibrary } from '@byre/contract/species'
import { giveCard, letCard } from '@byre/server/testing/billing'
import { hostAt, newClinicInvite, newSiteInvite } from '@byre/server/testing/invites'
import { join, newBillingEntity, newClinic, newSite, plans } from '@byre/server/testing/places'
import type { Person, TestApp } from '@byre/server/testing/test-app'
import { emailOf, nameOf } from './names.ts'

/* The portal's part of the demo: who is there, which places they have, who pays, and how well. */

export interface HerdSite {
  owner: Person
  id: string
  subdomain: string
}

/** Yards of the feedlot besides its home yard, by the order in which they were set up. */
const yards = [
  'Coal Creek',
  'Elbow Flats',
  'Rosebud North',
  'Rosebud South',
  'Three Hills',
  'Sage Bench',
  'Buffalo Jump',
  'Milk River',
  'Nose Hill',
  'Willow Bend',
  'Sounding Lake',
  'Red Coat',
  'Pincher',
]

/**
 * Lives through `days` days up to today. Whoever pays badly began to some days ago: after 14 days without payment a place can
 * only be read, after 21 it is stopped (specification of billing, `dunning.policy.ts`).
 */
export async function fillPortal(
  testApp: TestApp,
  { days, people: peopleInAll }: { days: number; people: number },
) {
  const people: Person[] = []
  const add = async (n: number) => {
    const name = nameOf(n)
    const person = await testApp.person(name.first_name, emailOf(name))
    const body = { ...name, city: 'Olds', country: 'Canada', region: 'AB', onboarded: '1' }
    await testApp.call(updateUser, { as: person, params: { id: person.id }, body })
    people.push(person)
    return person
  }
  for (let n = 0; n < peopleInAll; n++) await add(n)
  const [dale, marnie, curtis, shauna] = people as [Person, Person, Person, Person]
  const rancher = await add(peopleInAll)
  const vet = await add(peopleInAll + 1)
  const lateVet = await add(peopleInAll + 2)
  const stoppedOwner = await add(peopleInAll + 3)

  const beefCattle = speciesLibrary.find(({ name }) => name === 'Beef Cattle')!.id
  const cattle = { install_preference: JSON.stringify({ unit: 'metric', operation_type: beefCattle }) }
  const newPaying = async (owner: Person, name: string, email: string) => {
    const { id } = await newBillingEntity(testApp, owner, { name, email })
    await giveCard(testApp, owner, id)
    return id
  }

  const whitford = await newPaying(dale, 'Whitford Feeders Ltd', 'office@whitford.example')
  const home = await newSite(testApp, dale, {
    ...cattle,
    name: 'Whitford Home Yard',
    description: 'Receiving, hospital and shipping',
    subdomain: 'whitford-home',
    billing_entity_id: whitford,
    plan_id: plans.feedlot,
  })
  const alder = await newPaying(rancher, 'Alder Creek Ranch', 'books@aldercreek.example')
  const ranch = await newSite(testApp, rancher, {
    ...cattle,
    name: 'Alder Creek',
    description: 'Cow-calf, 120 pairs',
    subdomain: 'alder-creek',
    billing_entity_id: alder,
  })
  const foothills = await newClinic(testApp, vet, {
    name: 'Foothills Veterinary',
    subdomain: 'foothills',
    billing_entity_id: await newPaying(vet, 'Foothills Veterinary Ltd', 'desk@foothills.example'),
    plan_id: plans.practice,
  })

  const sites = [home]
  for (const [nth, name] of yards.entries()) {
    await testApp.pass(7)
    sites.push(
      await newSite(testApp, dale, {
        ...cattle,
        name,
        subdomain: name.toLowerCase().replaceAll(' ', '-'),
        billing_entity_id: whitford,
        plan_id: nth % 3 === 0 ? plans.herd : plans.ranch,
      }),
    )
  }
  let lived = yards.length * 7

  const coulee = await newPaying(stoppedOwner, 'Coulee Backgrounding', 'coulee@coulee.example')
  await newSite(testApp, stoppedOwner, {
    ...cattle,
    name: 'Coulee Yard',
    subdomain: 'coulee-yard',
    billing_entity_id: coulee,
  })
  const until = async (left: number) => {
    await testApp.pass(days - left - lived)
    lived = days - left
  }
  // A month and more before today its card fails for good: a payment falls due, then two weeks, then three pass.
  await until(60)
  await letCard(testApp, coulee, 'generic_decline')
  // A trial ends 17 days before today on every date; a renewal falls due 20 to 23 days back, by how long its months are.
  await until(31)
  const bowValley = await newPaying(lateVet, 'Bow Valley Large Animal', 'desk@bowvalley.example')
  await newClinic(testApp, lateVet, {
    name: 'Bow Valley Large Animal',
    subdomain: 'bow-valley',
    billing_entity_id: bowValley,
  })
  await letCard(testApp, bowValley, 'generic_decline')
  await until(0)

  // Everybody works somewhere: a few run the yards, most are crew at one or two of them.
  for (const site of sites) {
    await join(testApp, marnie, { kind: 'site', id: site.id }, 'Admin')
    await join(testApp, curtis, { kind: 'site', id: site.id }, 'User')
  }
  for (const [nth, person] of people.slice(3, peopleInAll).entries())
    for (const site of [sites[nth % sites.length]!, ...(nth % 4 === 0 ? [home] : [])])
      await join(testApp, person, { kind: 'site', id: site.id }, nth % 14 === 0 ? 'Admin' : 'User')
  await join(testApp, marnie, { kind: 'billing_entity', id: whitford }, 'Admin')

  const second = sites[1]!
  const invite = (email: string, role: 'User' | 'Admin' = 'User') =>
    newSiteInvite(testApp, dale, second, { email, role })
  await invite('new.hand@demo.example')
  await invite('auction.mart@demo.example', 'Admin')
  const expired = await invite('last.summer@demo.example')
  await testApp.database.pool.query(
    `update customers.invites set expired_at = now() - interval '1 day' where id = $1`,
    [expired.id],
  )
  const revoked = await invite('wrong.address@demo.example')
  const host = hostAt(testApp, second)
  await testApp.call(revokeSiteInvite, { as: dale, host, params: { id: revoked.id } })
  await testApp.call(acceptSiteInvite, { as: rancher, params: { id: (await invite(rancher.email)).id } })
  await testApp.call(declineSiteInvite, { as: vet, params: { id: (await invite(vet.email)).id } })
  await newSiteInvite(testApp, dale, home, { email: lateVet.email, role: 'User' })
  await newClinicInvite(testApp, vet, foothills, { email: dale.email, role: 'User' })
  await testApp.settle()

  return {
    staff: [
      { email: dale.email, about: `owns the feedlot: 14 sites, ${peopleInAll} people, one payer` },
      { email: marnie.email, about: 'runs its yards' },
      { email: shauna.email, about: 'runs one yard and works at another' },
      { email: curtis.email, about: 'works at every yard' },
      { email: rancher.email, about: 'owns a cow-calf ranch' },
      { email: vet.email, about: 'owns a clinic that pays' },
      { email: lateVet.email, about: 'owns a clinic whose card fails' },
      { email: stoppedOwner.email, about: 'owns a site that was stopped for want of payment' },
    ],
    homeYard: { owner: dale, id: home.id, subdomain: home.subdomain! },
    ranch: { owner: rancher, id: ranch.id, subdomain: ranch.subdomain! },
  }
}
