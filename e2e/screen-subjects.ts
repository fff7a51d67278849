import { inviteToSite } from '@byre/contract/people/invites'
import { addSiteHand } from '@byre/contract/people/unregistered-members'
import { newApiKey } from '../server/src/testing/api-keys.ts'
import { cardNumbers, giveCard } from '../server/src/testing/billing.ts'
import { join, newBillingEntity, newClinic, newSite, plans } from '../server/src/testing/places.ts'
import { joinStaff, setUpApp } from '../server/src/testing/second-factors.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { invoicesOf } from './money-steps.ts'
import { calgary } from './place-steps.ts'
import type { Portal } from './portal.ts'
import type { State, Subject, Subjects } from './screen.ts'

/* Whose screens `npm run screens` shows: somebody with nothing, with one of each, with 14 and with 200, and who may not. */

const yards = ['Coal Creek', 'Elbow Flats', 'Rosebud North', 'Rosebud South', 'Three Hills', 'Sage Bench']
const nameOf = (n: number) => `${yards[n % yards.length]}${n < yards.length ? '' : ` ${n}`}`
const handsOf = ['Dale Whitford', 'Marnie Oakes', 'Curtis Lightning', 'Shauna Big Bear', 'Wyatt Sorensen']

/** Filled once each; which of them there are goes by what is to be shown. */
export async function fillSubjects(portal: Portal, wanted: ReadonlySet<State>): Promise<Subjects<Subject>> {
  const { testApp } = portal
  const someone = (name: string) =>
    portal.onboarded(name, { ...calgary, first_name: name.charAt(0).toUpperCase() + name.slice(1) })

  /** A payer with so many sites of so many people, all on one card. */
  const rancher = async (person: Person, count: number, card = cardNumbers.pays) => {
    const { id: entity } = await newBillingEntity(testApp, person, { name: 'Ardley Cattle' })
    await giveCard(testApp, person, entity, { number: card })
    const sites: string[] = []
    for (let n = 0; n < count; n++) {
      const fields = { name: nameOf(n), billing_entity_id: entity, plan_id: n % 3 ? plans.ranch : plans.herd }
      sites.push((await newSite(testApp, person, fields)).id)
    }
    return { person, entity, sites }
  }
  const staff = async ({ person, sites }: { person: Person; sites: readonly string[] }, count: number) => {
    const params = { id: sites[0]! }
    for (let n = 0; n < count; n++) {
      const name = `${handsOf[n % handsOf.length]}${n < handsOf.length ? '' : ` ${n}`}`
      await testApp.call(addSiteHand, { as: person, params, body: { name } })
    }
    await invited(person, sites.slice(0, 1), 'new.hand@ranch.example')
  }
  const invited = async (by: Person, sites: readonly string[], email: string) => {
    for (const id of sites) {
      const host = `${id}.${new URL(portal.url).host}`
      await testApp.call(inviteToSite, { as: by, host, body: { email } })
    }
  }

  const alice = await someone('alice')
  const one = await rancher(alice, 1)
  const clinic = await newClinic(testApp, alice, {
    name: 'Ardley Veterinary',
    domain: 'ardleyvets.ca',
    billing_entity_id: one.entity,
  })
  const many = wanted.has('14') ? await rancher(await someone('marnie'), 14) : undefined
  const host = wanted.has('200') ? await rancher(await someone('dale'), 200) : undefined
  const late = wanted.has('stopped')
    ? await rancher(await someone('wyatt'), 2, cardNumbers.neverPays)
    : undefined
  await testApp.pass(40)

  const bob = await someone('bob')
  await join(testApp, bob, { kind: 'site', id: one.sites[0]! }, 'User')
  await join(testApp, bob, { kind: 'clinic', id: clinic.id }, 'User')
  await join(testApp, bob, { kind: 'billing_entity', id: one.entity }, 'User')
  await setUpApp(testApp, alice)
  await joinStaff(testApp, alice)
  await newApiKey(testApp, alice)
  await staff(one, 1)
  if (many) await staff(many, 13)
  if (host) await staff(host, 199)
  if (many) await invited(many.person, many.sites.slice(0, 1), alice.email)
  const inviter = many && (await rancher(await someone('curtis'), 14))
  if (inviter) await invited(inviter.person, inviter.sites, many.person.email)

  const subjectOf = async ({
    person,
    entity,
    sites,
  }: Awaited<ReturnType<typeof rancher>>): Promise<Subject> => ({
    record: recordOf(person),
    userId: person.id,
    site: sites[0]!,
    clinic: clinic.id,
    entity,
    cardless: (await newBillingEntity(testApp, person, { name: 'Ardley Hay' })).id,
    invoice: (await invoicesOf(portal, person, entity))[0]?.id ?? entity,
  })
  const hers = await subjectOf(one)
  const subjects: Subjects<Subject> = {
    one: hers,
    ...(wanted.has('empty') && {
      empty: ofNothing(await staffWithoutFactor()),
      'empty itself': await beginner(),
      newcomer: ofNothing(await testApp.person('nora')),
    }),
    loading: hers,
    error: hers,
    offline: hers,
    'no right': { ...hers, record: recordOf(bob), userId: bob.id },
  }
  if (many) subjects['14'] = await subjectOf(many)
  if (host) subjects['200'] = await subjectOf(host)
  if (late) subjects.stopped = await subjectOf(late)
  return subjects

  /** Who has nothing, and of the back office sees what it asks for. */
  async function staffWithoutFactor(): Promise<Person> {
    const erin = await someone('erin')
    await joinStaff(testApp, erin)
    return erin
  }
  function ofNothing(person: Person): Subject {
    return { ...hers, record: recordOf(person), userId: person.id }
  }
  /** With a site that was made a moment ago, and a payer of nothing. */
  async function beginner(): Promise<Subject> {
    const frank = await someone('frank')
    const { id } = await newSite(testApp, frank, { name: 'New Pens' })
    const entity = (await newBillingEntity(testApp, frank, { name: 'New Cattle' })).id
    return { ...hers, record: recordOf(frank), userId: frank.id, site: id, entity }
  }
}

/** What a browser keeps where somebody is signed in. */
export const recordOf = ({ id, email, token, refresh }: Person) =>
  JSON.stringify({ id, user: { id, email, groups: ['User'] }, uuid: id, token, refresh })
