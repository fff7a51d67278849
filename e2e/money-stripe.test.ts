import { listCards } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { StripeStandIn } from '../server/src/testing/stripe/stand-in.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { assertAccessibleEverywhere, billingEntityOfNowhere } from './money-steps.ts'
import { button, field, link } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Cards with Stripe: in its own frame, and by way of a bank that wants the whole window. */

let standIn: StripeStandIn
let portal: Portal
let alice: Person

before(async () => {
  standIn = await StripeStandIn.open()
  portal = await Portal.open({
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_stories',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_stories',
    STRIPE_WEBHOOK_SECRET: 'whsec_stories',
    STRIPE_API_BASE: standIn.url,
  })
  alice = await portal.onboarded('alice')
})
after(async () => {
  await portal?.close()
  await standIn?.close()
})

/** What Stripe's script does for its fields and on the way back, as far as the screen can tell. */
const stripeScript = (confirmSetup: string) => `
  window.Stripe = () => ({
    elements: () => ({
      create: () => {
        const ready = []
        return {
          on: (event, listener) => event === 'ready' && ready.push(listener),
          mount: (place) => {
            const frame = document.createElement('iframe')
            frame.title = 'Secure card fields'
            place.append(frame)
            ready.forEach((listener) => listener())
          },
          destroy: () => undefined,
        }
      },
      submit: async () => ({}),
    }),
    confirmSetup: ${confirmSetup},
    retrieveSetupIntent: async (secret) => (await fetch('https://api.stripe.com/told?' + secret)).json(),
  })`

const withScript = async (context: BrowserContext, confirmSetup: string) =>
  context.route('https://js.stripe.com/v3/', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: stripeScript(confirmSetup) }),
  )

const leaves = `({ confirmParams }) => {
  location.assign('https://hooks.stripe.com/ask?' + new URLSearchParams({ back: confirmParams.return_url }))
  return new Promise(() => undefined)
}`

interface Outcome {
  status: 'succeeded' | 'processing' | 'requires_payment_method'
  payment_method: string | null
}

/** Stripe's script and its bank in this browser; `told` is how the setup went. */
async function withBank(context: BrowserContext, readOutcome: () => Outcome): Promise<void> {
  await withScript(context, leaves)
  await context.route('https://api.stripe.com/told?*', (route) =>
    route.fulfill({ json: { setupIntent: readOutcome() }, headers: { 'access-control-allow-origin': '*' } }),
  )
  await context.route('https://hooks.stripe.com/ask?*', (route) => {
    const back = new URL(new URL(route.request().url()).searchParams.get('back') ?? '')
    back.searchParams.set('setup_intent', 'seti_stories')
    back.searchParams.set('setup_intent_client_secret', 'seti_stories_secret_1')
    back.searchParams.set('redirect_status', 'succeeded')
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Bank</title><a href="${back.href.replaceAll('&', '&amp;')}">Back to the shop</a>`,
    })
  })
}

const sayWhere = async (page: Page) => {
  await field(page, 'Country').selectOption('Canada')
  await field(page, 'Province').selectOption('Alberta')
}

test('P01 with Stripe its own frame takes the card: no field of ours asks for a number', async () => {
  const billingEntity = await billingEntityOfNowhere(portal, alice)
  const method = standIn.book.newMethod('pays', { last4: '4242' })
  const accepts = `async () => ({ setupIntent: { status: 'succeeded', payment_method: '${method}' } })`
  const prepare = async (context: BrowserContext) => withScript(context, accepts).then(() => undefined)
  await portal.withPage(alice, { prepare }, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${billingEntity}/card/new`)
    await page.getByTitle('Secure card fields').waitFor()
    assert.equal(await page.getByLabel('Card number').count(), 0)
    await assertAccessibleEverywhere(page, 'card in the processor’s frame')
    await sayWhere(page)
    await button(page, 'Add Card').click()
    await page.waitForURL(`**/billing-entities/${billingEntity}`)
    await page.getByText('4242').first().waitFor()
  })
})

const toBankAndBack = async (page: Page, submit: string) => {
  await page.getByTitle('Secure card fields').waitFor()
  await button(page, submit).click()
  await link(page, 'Back to the shop').click()
}

test('who comes back from a bank has the card kept, replaced, or is told that it was not', async () => {
  const billingEntity = await billingEntityOfNowhere(portal, alice)
  const customerOf = async () => {
    const { rows } = await portal.testApp.database.pool.query<{ customer: string }>(
      'select customer from payments.gateway_customers where billing_entity_id = $1',
      [billingEntity],
    )
    return rows[0]?.customer ?? null
  }
  const cardsOf = async () =>
    (await portal.testApp.call(listCards, { as: alice, query: { billing_entity_id: billingEntity } })).reply
      .cards
  let outcome: Outcome = { status: 'requires_payment_method', payment_method: null }

  await portal.withPage(
    alice,
    { prepare: (context) => withBank(context, () => outcome) },
    async ({ page }) => {
      await page.goto(`${portal.url}/billing-entities/${billingEntity}/card/new`)
      await sayWhere(page)
      await toBankAndBack(page, 'Add Card')
      await page.getByText('Your bank did not confirm this card.').waitFor()
      await assertAccessibleEverywhere(page, 'a card that its bank refused on the way')
      assert.deepEqual(await cardsOf(), [])

      await link(page, 'Try another card').click()
      outcome = { status: 'processing', payment_method: null }
      await sayWhere(page)
      await toBankAndBack(page, 'Add Card')
      await page.getByText('Your bank has not confirmed this card yet.').waitFor()
      const first = standIn.book.newMethod('pays', { last4: '4242' }, await customerOf())
      outcome = { status: 'succeeded', payment_method: first }
      await button(page, 'Ask again').click()
      await page.waitForURL(`**/billing-entities/${billingEntity}`)
      await page.getByText('Card was added.').waitFor()
      await page.getByText('4242').first().waitFor()

      await link(page, 'Edit Card').click()
      const next = standIn.book.newMethod('pays', { last4: '4444', brand: 'mastercard' }, await customerOf())
      outcome = { status: 'succeeded', payment_method: next }
      await toBankAndBack(page, 'Update Card')
      await page.waitForURL(`**/billing-entities/${billingEntity}`)
      await page.getByText('Card was updated.').waitFor()
      assert.deepEqual(
        (await cardsOf()).map(({ last_four: digits }) => digits),
        ['4444'],
      )
      await page.goBack()
      assert.doesNotMatch(page.url(), /secret/)
    },
  )
})
