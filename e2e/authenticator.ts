import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'

interface Habits {
  /** Whether the browser offers passkeys where it fills in addresses; it then takes the first at once. */
  fillsIn?: boolean
}

/** A platform authenticator that knows its owner, as a phone or laptop has one. */
export async function withAuthenticator(
  context: BrowserContext,
  page: Page,
  { fillsIn = false }: Habits = {},
) {
  if (!fillsIn)
    await context.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether its owner unlocks it from now on. */
    unlocks: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Whether somebody touches it when it is asked. */
    isTouched: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    forget: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
    /** Puts a passkey in that no account here has. */
    addStrange: () =>
      devtools.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: {
          credentialId: randomBytes(32).toString('base64'),
          isResidentCredential: true,
          rpId: 'localhost',
          privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
            .privateKey.export({ format: 'der', type: 'pkcs8' })
            .toString('base64'),
          userHandle: randomBytes(16).toString('base64'),
          signCount: 1,
        },
      }),
  }
}
