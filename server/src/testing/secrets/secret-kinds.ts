import * as contract from '@byre/contract/accounts/auth'
import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { followEvents } from '@byre/contract/events'
import {
  addInvoiceRecipient,
  confirmInvoiceRecipient,
  leaveInvoices,
} from '@byre/contract/billing/invoice-recipients'
import {
  addBillingEntityWebhook,
  listBillingEntityDeliveries,
  sendToBillingEntityWebhook,
} from '@byre/contract/webhooks'
import { leaveToken } from '../../payments/invoices/recipient-tokens.policy.ts'
import { newId } from '../../platform/ids.ts'
import { MailLeaving } from '../../platform/mail/mail-leaving.ts'
import { Secrets } from '../../platform/secrets.ts'
import { accountKinds } from './account-secret-kinds.ts'
import { newBillingEntity, newClinic, billingEntityFields } from '../places.ts'
import { newAddress, newPerson, query, said, secretsIn, type Kind } from './secret-kind.ts'
import { Visitor } from '../visitor.ts'
import { password, type TestApp } from '../test-app.ts'

/** Every kind of value that is made under APP_SECRET. */
export const kinds: Record<string, Kind> = {
  ...accountKinds,

  'the key of a call by nobody': {
    keys: ['key-scope'],
    works: 'the same answer',
    alone: '400 account.exists',
    async make(testApp) {
      const email = newAddress()
      const headers = { 'idempotency-key': newId() }
      const signUp = () =>
        testApp.call(contract.signUp, { body: { username: email, email, password }, headers })
      const first = await signUp()
      return async () => {
        const again = await signUp()
        return again.reply.id === first.reply.id ? 'the same answer' : said(again)
      }
    },
  },

  'the key of somebody’s call': {
    keys: ['key-body'],
    works: 'the same answer',
    alone: '422 request.key_reused',
    async make(testApp) {
      const person = await newPerson(testApp)
      const headers = { 'idempotency-key': newId() }
      const create = () =>
        testApp.call(createBillingEntity, { as: person, body: billingEntityFields, headers })
      const first = await create()
      return async () => {
        const again = await create()
        return again.status < 300 && again.reply.id === first.reply.id ? 'the same answer' : said(again)
      }
    },
  },

  'invitations that an address got': {
    keys: ['mail limits'],
    works: 'failed',
    alone: 'queued',
    async make(testApp) {
      const person = await newPerson(testApp)
      const { id } = await newBillingEntity(testApp, person)
      const email = newAddress()
      const invite = async () => {
        const body = { email, role: 'User' }
        const url = `/api/v1/billing-entities/${id}/invites`
        const answer = await testApp.send('POST', url, { as: person, body })
        return String((answer.body['data'] as { mail?: string } | undefined)?.mail ?? answer.status)
      }
      for (let n = 0; n < 5; n++) await invite()
      await query(
        testApp,
        `update platform.rate_counters set spent = 5 * $1 where bucket like 'mails invitations:%'`,
        [testApp.config.limitFactor],
      )
      return invite
    },
  },

  'where somebody’s news were read to': {
    keys: ['live-cursor'],
    works: 'nothing new',
    alone: 'all again',
    async make(testApp) {
      const person = await newPerson(testApp)
      await newBillingEntity(testApp, person)
      const news = async (since: string) =>
        (await testApp.call(followEvents, { as: person, query: { since } })).reply
      const { cursor } = await news('none')
      return async () => ((await news(cursor)).events.length > 0 ? 'all again' : 'nothing new')
    },
  },

  'the form that signs out of a tenant': {
    keys: ['tenant-sign-out'],
    works: '303',
    alone: '403',
    async make(testApp) {
      const person = await newPerson(testApp)
      const { subdomain } = await newClinic(testApp, person)
      const visitor = new Visitor(testApp, `${subdomain}.localhost:4000`)
      const { text } = await visitor.launch(person)
      const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? ''
      return async () => String((await visitor.send('POST', '/sign-out', { token })).status)
    },
  },

  'a question whether an address wants invoices': {
    keys: ['invoice recipient confirms'],
    works: 'okay',
    alone: '400 link.dead',
    async make(testApp) {
      const { link } = await newRecipient(testApp)
      return async () => said(await testApp.call(confirmInvoiceRecipient, link))
    },
  },

  'a link that ends copies of invoices': {
    keys: ['invoice recipient leaves'],
    works: 'okay',
    alone: '400 link.dead',
    async make(testApp) {
      const { link, secrets } = await newRecipient(testApp)
      await testApp.call(confirmInvoiceRecipient, link)
      const token = leaveToken(secrets, link.params)
      return async () => said(await testApp.call(leaveInvoices, { ...link, body: { token } }))
    },
  },

  'the secret that signs for a webhook': {
    keys: ['webhook-secret'],
    works: 'Its name leads nowhere.',
    alone: 'Its secret cannot be read any more. Give it a new one.',
    async make(testApp) {
      const person = await newPerson(testApp)
      const { id } = await newBillingEntity(testApp, person)
      const body = { url: 'https://nobody.ranch.farm/hooks', events: 'member.left' }
      const added = await testApp.call(addBillingEntityWebhook, { as: person, params: { id }, body })
      const params = { id, webhookId: added.reply.id }
      return async () => {
        await testApp.call(sendToBillingEntityWebhook, { as: person, params, body: {} })
        await testApp.settle()
        const { reply } = await testApp.call(listBillingEntityDeliveries, { as: person, params })
        return String(reply.deliveries[0]?.tries[0]?.failure)
      }
    },
  },

  'a link by which news are no longer mailed': {
    keys: ['mail-leaving'],
    works: '200',
    alone: '400',
    async make(testApp) {
      const person = await newPerson(testApp)
      const leaving = new MailLeaving('', new Secrets(secretsIn(testApp)))
      const url = leaving.linkOf('roles', person.id)
      return async () => String((await testApp.send('GET', url)).status)
    },
  },
}

async function newRecipient(testApp: TestApp) {
  const person = await newPerson(testApp)
  const { id } = await newBillingEntity(testApp, person)
  const email = newAddress()
  await testApp.call(addInvoiceRecipient, { as: person, params: { id }, body: { email } })
  const text = (await testApp.mailsTo(email)).at(-1)?.text ?? ''
  const [, recipientId = '', token = ''] = /#confirm\.([0-9a-f-]{36})\.([\w-]{43})/.exec(text) ?? []
  return { link: { params: { id: recipientId }, body: { token } }, secrets: new Secrets(secretsIn(testApp)) }
}
