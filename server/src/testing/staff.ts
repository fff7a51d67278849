import { setUpApp } from './second-factors.ts'
import type { Person, TestApp } from './test-app.ts'

/** Makes somebody one of the platform's staff, as `byre staff add` does. */
export const joinStaff = async (testApp: TestApp, { id }: Person) => {
  await testApp.database.pool.query(`update auth.accounts set groups = '{Admin,User}' where id = $1`, [id])
}

/** Somebody of the staff who has a second factor, called by a name. */
export async function staffMember(testApp: TestApp, name: string): Promise<Person> {
  const person = await testApp.person(name)
  await testApp.database.pool.query(
    `update customers.users set first_name = initcap($2), last_name = 'Moore' where id = $1`,
    [person.id, name],
  )
  await joinStaff(testApp, person)
  await setUpApp(testApp, person)
  return person
}
