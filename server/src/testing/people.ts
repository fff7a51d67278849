import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type pg from 'pg'
import { join, newSite } from './places.ts'
import { TestApp, type Person } from './test-app.ts'

/**
 * A world of these people for a whole test file, on two processes: the first asks the one, the second the
 * other, and so on. Whatever went wrong unseen fails the file.
 */
export async function tellOf<const N extends string>(...names: N[]) {
  const testApp = await TestApp.start({}, { processes: 2 })
  after(async () => {
    await testApp.close()
    assert.deepEqual(testApp.complaints, [])
  })
  const people = {} as Record<N, Person>
  for (const name of names) people[name] = await testApp.person(name)
  const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
  return { testApp, sql, ...people }
}

/** A site with an Admin and a User. */
export async function staffedSite(
  testApp: TestApp,
  { owner, admin, user }: { owner: Person; admin: Person; user: Person },
  fields: Record<string, string> = {},
): Promise<Site> {
  const site = await newSite(testApp, owner, fields)
  await join(testApp, admin, { kind: 'site', id: site.id }, 'Admin')
  await join(testApp, user, { kind: 'site', id: site.id }, 'User')
  return site
}

/** The minute passes in which a removal can be undone: its mail is due. */
export async function removalsStand(pool: pg.Pool): Promise<void> {
  await pool.query(`update platform.audit set at = at - interval '61 seconds' where deed = 'removeMember'`)
  await pool.query(
    `update pgboss.job set start_after = now() where name = 'customers.mailMember' and state = 'created'`,
  )
}

/** So much time passes for someone that what concerns Owners asks them again who they are. */
export async function grownStale(testApp: TestApp, { id }: Person): Promise<void> {
  await testApp.database.pool.query(
    `update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`,
    [id],
  )
}

export async function freshAgain(testApp: TestApp, { id }: Person): Promise<void> {
  await testApp.database.pool.query('update platform.sessions set fresh_at = now() where user_id = $1', [id])
}

/** A test app with these people for a whole test file; `env` overrides the environment. */
export async function startWith<const N extends string>(
  names: readonly N[],
  env: Record<string, string> = {},
) {
  const testApp = await TestApp.start(env)
  after(() => testApp.close())
  const people = {} as Record<N, Person>
  for (const name of names) people[name] = await testApp.person(name)
  return { testApp, ...people }
}
