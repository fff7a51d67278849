import { undoEmail } from '@byre/contract/accounts/accounts'
import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import { listSessions } from '@byre/contract/accounts/devices'
import { proveSecondFactor } from '@byre/contract/accounts/second-factors'
import { updateUser } from '@byre/contract/people/users'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { askedOf, codeOf, setUpApp } from '../second-factors.ts'
import { newAddress, newPerson, query, said, type Kind } from './secret-kind.ts'
import { password, type TestApp } from '../test-app.ts'

/* The kinds of value under APP_SECRET that belong to accounts and signing in. */

const logIn = (testApp: TestApp, email: string, headers: Record<string, string> = {}, secret = password) =>
  testApp.call(signIns.logIn, { body: { username: email, password: secret }, headers })
const closeLadders = (testApp: TestApp) =>
  query(
    testApp,
    `update auth.sign_in_failures set locked_until = now() + interval '1 hour' where failures >= 5`,
  )

export const accountKinds: Record<string, Kind> = {
  'the secret of an authenticator app': {
    keys: ['totp-secret'],
    works: 'okay',
    alone: '400 second_factor.wrong_code',
    isRenewed: true,
    async make(testApp) {
      const person = await newPerson(testApp)
      const { secret } = await setUpApp(testApp, person)
      return async () => {
        await query(testApp, 'update auth.totps set last_step = null where user_id = $1', [person.id])
        const { ticket } = await askedOf(testApp, person)
        return said(await testApp.call(proveSecondFactor, { body: { ticket, code: codeOf(secret) } }))
      }
    },
  },

  'a backup code': {
    keys: ['backup-code'],
    works: 'okay',
    alone: '400 second_factor.wrong_code',
    async make(testApp) {
      const person = await newPerson(testApp)
      const { codes } = await setUpApp(testApp, person)
      return async () => {
        const { ticket } = await askedOf(testApp, person)
        return said(await testApp.call(proveSecondFactor, { body: { ticket, code: codes.shift()! } }))
      }
    },
  },

  'wrong codes that were counted': {
    keys: ['second-factor-tries'],
    works: '429 limit.reached',
    alone: '400 second_factor.wrong_code',
    async make(testApp) {
      const person = await newPerson(testApp)
      await setUpApp(testApp, person)
      const tryOne = async () => {
        const { ticket } = await askedOf(testApp, person)
        return said(await testApp.call(proveSecondFactor, { body: { ticket, code: '0000000000' } }))
      }
      for (let n = 0; n < 5; n++) await tryOne()
      await closeLadders(testApp)
      return tryOne
    },
  },

  'wrong passwords that were counted': {
    keys: ['address'],
    works: '429 limit.reached',
    alone: '401 account.wrong_credentials',
    async make(testApp) {
      const email = newAddress()
      const tryOne = async () => said(await logIn(testApp, email, {}, 'Wrong-7-fence!'))
      for (let n = 0; n < 5; n++) await tryOne()
      await closeLadders(testApp)
      return tryOne
    },
  },

  'mails that were asked for': {
    keys: ['address'],
    works: 'no mail',
    alone: 'a mail',
    async make(testApp) {
      const email = newAddress()
      await testApp.call(contract.signUp, { body: { username: email, email, password } })
      const most = `array(select now() from generate_series(1, 5 * $1))`
      await query(testApp, `update auth.askings set asked_at = ${most}`, [testApp.config.limitFactor])
      const { length } = await testApp.mailsTo(email)
      return async () => {
        await testApp.call(contract.resendConfirmation, { body: { email } })
        return (await testApp.mailsTo(email)).length > length ? 'a mail' : 'no mail'
      }
    },
  },

  'a refresh token used long ago': {
    keys: ['refresh-token-tag'],
    works: 'its session ends',
    alone: 'its session goes on',
    async make(testApp) {
      const { email } = await newPerson(testApp)
      const first = (await logIn(testApp, email)).reply
      const refresh = (token: string) =>
        testApp.call(signIns.refreshSession, { body: { token, user: email } })
      const second = (await refresh(first.refresh)).reply
      const third = (await refresh(second.refresh)).reply
      return async () => {
        const { status } = await refresh(first.refresh)
        const isAlive = (await testApp.call(listSessions, { as: third.token })).status === 200
        return status === 401 ? `its session ${isAlive ? 'goes on' : 'ends'}` : String(status)
      }
    },
  },

  'the answer to a refresh that was lost': {
    keys: ['next-pair'],
    works: 'the same pair',
    alone: '401 session.not_refreshed',
    async make(testApp) {
      const { email } = await newPerson(testApp)
      const { id, refresh: token } = (await logIn(testApp, email)).reply
      const refresh = () => testApp.call(signIns.refreshSession, { body: { token, user: email } })
      const lost = (await refresh()).reply
      return async () => {
        await query(testApp, 'update platform.sessions set rotated_at = now() where user_id = $1', [id])
        const again = await refresh()
        const isSame = again.reply.token === lost.token && again.reply.refresh === lost.refresh
        return isSame ? 'the same pair' : said(again)
      }
    },
  },

  'a link that undoes a change of address': {
    keys: ['email-undo'],
    works: 'okay',
    alone: '400 link.dead',
    async make(testApp) {
      const person = await newPerson(testApp)
      await testApp.call(updateUser, { as: person, params: { id: person.id }, body: { email: newAddress() } })
      const texts = (await testApp.mailsTo(person.email)).map(({ text }) => text)
      const token = /\/undo-email#token=(\S+)/.exec(texts.join('\n'))?.[1] ?? ''
      return async () => said(await testApp.call(undoEmail, { body: { token } }))
    },
  },

  'a letter with a code that is tried again': {
    keys: ['code-digits', 'code-link'],
    works: 'the same code, okay',
    alone: 'another code, okay',
    async make(testApp) {
      const email = newAddress()
      await testApp.call(contract.signUp, { body: { username: email, email, password } })
      const code = await testApp.codeFor(email)
      return async () => {
        await sendAgain(testApp, email)
        const again = await testApp.codeFor(email)
        const answer = await testApp.call(contract.confirmSignUp, { body: { email, code: again } })
        return `${again === code ? 'the same' : 'another'} code, ${said(answer)}`
      }
    },
  },

  'a mailed code': {
    keys: ['code-digits-hash'],
    works: 'okay',
    alone: '400 code.wrong',
    async make(testApp) {
      const email = newAddress()
      await testApp.call(contract.signUp, { body: { username: email, email, password } })
      const code = await testApp.codeFor(email)
      return async () => said(await testApp.call(contract.confirmSignUp, { body: { email, code } }))
    },
  },

  'the link of a reset': {
    keys: ['code-link-hash'],
    works: 'okay',
    alone: '400 reset.failed',
    async make(testApp) {
      const { email } = await newPerson(testApp)
      await testApp.call(contract.resetPassword, { body: { username: email } })
      const text = (await testApp.mailsTo(email)).at(-1)?.text ?? ''
      const code = /[#&]code=([\w-]{22})/.exec(text)?.[1] ?? ''
      const body = { username: email, password: 'Other-3-fence!', code }
      return async () => said(await testApp.call(contract.confirmResetPassword, { body }))
    },
  },

  'a device that is known': {
    keys: ['device'],
    works: 'no mail',
    alone: 'a mail',
    isRenewed: true,
    async make(testApp) {
      const { email } = await newPerson(testApp)
      const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
      const signIn = async () => {
        const before = (await testApp.mailsTo(email)).length
        await logIn(testApp, email, { 'user-agent': firefox })
        return (await testApp.mailsTo(email)).length > before ? 'a mail' : 'no mail'
      }
      await signIn()
      return signIn
    },
  },

  'a browser that is trusted': {
    keys: ['trusted-device-name'],
    works: 'okay',
    alone: 'second_factor',
    isRenewed: true,
    async make(testApp) {
      const person = await newPerson(testApp)
      const { secret } = await setUpApp(testApp, person)
      const { ticket } = await askedOf(testApp, person)
      const body = { ticket, code: codeOf(secret), trust_device: '1' as const }
      const { headers } = await testApp.call(proveSecondFactor, { body })
      let cookie = cookieIn(headers)
      return async () => {
        const answer = await logIn(testApp, person.email, { cookie })
        cookie = cookieIn(answer.headers) || cookie
        return String(answer.body['state'])
      }
    },
  },
}

const cookieIn = (headers: Record<string, unknown>) =>
  String([headers['set-cookie'] ?? ''].flat()[0] ?? '').split(';')[0]!

/** As where a mail server broke off: the mail's job is due again, and nobody has the mail yet. */
async function sendAgain(testApp: TestApp, email: string): Promise<void> {
  const [mail] = (await testApp.mailsTo(email)).slice(-1)
  const folder = join(testApp.config.dataDir, 'mail')
  for (const name of await readdir(folder)) if (name.includes(mail!.id)) await rm(join(folder, name))
  await query(
    testApp,
    `update pgboss.job set state = 'created', completed_on = null, start_after = now() where id = $1`,
    [mail!.id],
  )
}
