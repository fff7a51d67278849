import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { Authenticator } from '../server/src/testing/authenticator.ts'
import { billingEntityFields } from '../server/src/testing/places.ts'
import { StripeStandIn } from '../server/src/testing/stripe/stand-in.ts'
import { password } from '../server/src/testing/test-app.ts'
import { startProduct, type Product } from './product.ts'

/* What the built server loads only when it is needed, or through a library that a bundle may break. */

const email = 'alice@ranch.example'
const mails: string[] = []
let smtp: SMTPServer
let stripe: StripeStandIn
let product: Product

before(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString())
        smtp.emit('mail')
        done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  stripe = await StripeStandIn.open()
  product = await startProduct({
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_stories',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_stories',
    STRIPE_WEBHOOK_SECRET: 'whsec_stories',
    STRIPE_API_BASE: stripe.url,
  })
})
after(async () => {
  await product?.stop()
  await stripe?.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

interface Sent {
  body?: Record<string, string>
  token?: string
}

async function ask(method: string, path: string, status: number, { body, token }: Sent) {
  const answer = await fetch(`${product.url}/api/v1/${path}`, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body ? { body: new URLSearchParams(body) } : {}),
  })
  assert.equal(answer.status, status, `${path}: ${answer.ok ? '' : await answer.text()}`)
  return answer
}

test('the built server mails, makes passkeys, packs data and reaches the card processor', async () => {
  const isMailed = once(smtp, 'mail')
  await ask('POST', 'sign-up', 201, { body: { username: email, email, password } })
  await isMailed
  const code = /^\s*(\d{6})\s*$/m.exec(mails[0]!)?.[1]
  assert.ok(code, mails[0])
  await ask('POST', 'confirm-sign-up', 200, { body: { email, code } })
  const signedIn = await ask('POST', 'login', 200, { body: { username: email, password } })
  const { token } = (await signedIn.json()) as { token: string }

  const key = new Authenticator(product.url)
  const begun = await ask('POST', 'passkeys/begin', 200, { body: {}, token })
  const plan = (await begun.json()) as { challenge: string }
  await ask('POST', 'passkeys', 201, { body: { name: 'Blue key', passkey: key.make(plan) }, token })

  const zip = Buffer.from(await (await ask('GET', 'me/export', 200, { token })).arrayBuffer())
  assert.equal(zip.subarray(0, 2).toString(), 'PK')

  const made = await (await ask('POST', 'billing-entities', 201, { body: billingEntityFields, token })).text()
  const billing_entity_id = /"id":"([0-9a-f-]{36})"/.exec(made)![1]!
  await ask('POST', 'cards/setup', 200, { body: { billing_entity_id }, token })
  assert.ok(stripe.calls.length > 0)
})
