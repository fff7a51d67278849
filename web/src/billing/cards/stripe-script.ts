/*
 * Stripe's own script, which must come from Stripe (its terms, and PCI). It is fetched on the card
 * screens alone, and its one address is all that passes as a script of somebody else.
 */

const address = 'https://js.stripe.com/v3/'

interface StripeProblem {
  type?: string
  code?: string
  message?: string
}

interface Confirmed {
  error?: StripeProblem
  setupIntent?: { status: string; payment_method: string | null }
}

interface StripeElement {
  mount: (place: HTMLElement) => void
  destroy: () => void
  on: (event: 'ready' | 'loaderror', listener: () => void) => void
}

export interface StripeElements {
  create: (kind: 'payment', options: object) => StripeElement
  submit: () => Promise<{ error?: StripeProblem }>
}

/** As much of it as is used (docs.stripe.com/js). */
export interface StripeJs {
  elements: (options: object) => StripeElements
  confirmSetup: (options: object) => Promise<Confirmed>
  retrieveSetupIntent: (clientSecret: string) => Promise<Confirmed>
}

type Open = (publishableKey: string) => StripeJs

interface TypesPolicy {
  createScriptURL: (url: string) => string
}
interface TrustedTypes {
  createPolicy: (name: string, rules: TypesPolicy) => TypesPolicy
}

let fetched: Promise<Open> | null = null

/** Opens Stripe for this account; a script that did not come is fetched again at the next try. */
export async function openStripe(publishableKey: string): Promise<StripeJs> {
  fetched ??= fetchScript().catch((error: unknown) => {
    fetched = null
    throw error
  })
  return (await fetched)(publishableKey)
}

const onlyStripe: TypesPolicy = {
  createScriptURL(url) {
    if (url !== address) throw new TypeError('only the processor’s own script')
    return url
  },
}
let policy: TypesPolicy | undefined

/** Made once: the page's own policy allows each name one time. */
function scriptPolicy(): TypesPolicy {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  return (policy ??= trustedTypes?.createPolicy('byre-stripe', onlyStripe) ?? onlyStripe)
}

function fetchScript(): Promise<Open> {
  const script = document.createElement('script')
  script.src = scriptPolicy().createScriptURL(address)
  script.async = true
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => {
      const { Stripe } = window as { Stripe?: Open }
      if (Stripe) resolve(Stripe)
      else reject(new Error('the script brought nothing'))
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('the script did not come'))
    })
    document.head.append(script)
  })
}
