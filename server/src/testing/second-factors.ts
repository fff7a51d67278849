import { logIn } from '@byre/contract/accounts/sign-ins'
import { beginTotp, confirmTotp } from '@byre/contract/accounts/second-factors'
import { Secret, TOTP } from 'otpauth'
import { password, type Person, type TestApp } from './test-app.ts'

/** What the app shows `steps` half minutes from now. */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** An app that someone has set up; its secret, and the backup codes they were given. */
export async function setUpApp(testApp: TestApp, as: Person): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await testApp.call(beginTotp, { as })).reply
  const confirmed = await testApp.call(confirmTotp, { as, body: { code: codeOf(secret) } })
  if (confirmed.status !== 200) throw new Error(`not set up: ${JSON.stringify(confirmed.body)}`)
  // As if it had been the half minute before: the present one is still to sign in with.
  await testApp.database.pool.query(`update auth.totps set last_step = last_step - 1 where user_id = $1`, [
    as.id,
  ])
  return { secret, codes: confirmed.reply.backup_codes ?? [] }
}

/** Shows the right password; what is asked for next. */
export async function askedOf(testApp: TestApp, person: Person, headers: Record<string, string> = {}) {
  const answer = await testApp.call(logIn, { body: { username: person.email, password }, headers })
  return answer.body as { state: string; ticket: string; methods: string[] }
}

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
