import { checkSiteDomain, getSiteDomain, type DomainClaim } from '@byre/contract/places/domain-claims'
import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { giveDomain, Names } from './dns.ts'
import { newSite } from './places.ts'
import { TestApp, type Person } from './test-app.ts'

/** Where places of these tests must point. */
export const ours = '203.0.113.7'

let made = 0

/** A domain that no other test has. */
export const newDomain = () => `north-${(made += 1)}.farm`

/** A world with a name server of its own, and what people do with domains there. */
export class DomainTest {
  readonly testApp: TestApp
  readonly names: Names
  readonly alice: Person
  readonly bob: Person

  private constructor(testApp: TestApp, names: Names, alice: Person, bob: Person) {
    this.testApp = testApp
    this.names = names
    this.alice = alice
    this.bob = bob
  }

  static async start(): Promise<DomainTest> {
    const names = await Names.start()
    const testApp = await TestApp.start({ DNS_SERVER: names.address, TENANT_A_RECORD: ours })
    return new DomainTest(testApp, names, await testApp.person('alice'), await testApp.person('bob'))
  }

  async close(): Promise<void> {
    await this.testApp.close()
    await this.names.close()
    assert.deepEqual(this.testApp.complaints, [])
  }

  sql(text: string, values: unknown[] = []) {
    return this.testApp.database.pool.query(text, values)
  }

  async shown(site: Pick<Site, 'id'>, as = this.alice): Promise<DomainClaim> {
    const { reply } = await this.testApp.call(getSiteDomain, { as, params: { id: site.id } })
    if (!reply) throw new Error('the site has no domain')
    return reply
  }

  async tokenOf(site: Pick<Site, 'id'>, as = this.alice): Promise<string> {
    return (await this.shown(site, as)).records[1]?.value ?? ''
  }

  check(site: Pick<Site, 'id'>, as = this.alice) {
    return this.testApp.call(checkSiteDomain, { as, params: { id: site.id } })
  }

  /** Whether a place answers on a host. */
  async isAnswered(host: string): Promise<boolean> {
    return (await this.testApp.send('GET', '/', { host })).status === 302
  }

  /** A site that claims a domain of its own. */
  async claimed(domain = newDomain(), owner = this.alice) {
    const site = await newSite(this.testApp, owner)
    await giveDomain(this.testApp, 'site', site.id, domain)
    return { site, domain, host: `${domain}:4000` }
  }

  async verified(owner = this.alice) {
    const claim = await this.claimed(newDomain(), owner)
    const token = await this.tokenOf(claim.site, owner)
    this.names.prove(claim.domain, token, ours)
    assert.equal((await this.check(claim.site, owner)).reply.state, 'verified')
    return { ...claim, token }
  }

  /** As if this much time had passed for a claim. */
  pass(site: Pick<Site, 'id'>, time: string) {
    return this.sql(
      `update customers.domain_claims set begun_at = begun_at - $2::interval,
         failing_since = failing_since - $2::interval where place_id = $1`,
      [site.id, time],
    )
  }
}
