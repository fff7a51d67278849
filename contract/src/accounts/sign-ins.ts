import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { email, presentPassword } from '../fields.ts'

/** How a session begins, goes on and ends: all that the page to sign in fetches of the auth service's calls. */

/** Any text: one that is no token of ours is refused, or at logout ignored, like a wrong one. */
const token = z.optional(z.string())

const AuthUser = z.object({ id: z.string(), email: z.string(), groups: z.array(z.string()) })

const Tokens = z.object({ token: z.string(), refresh: z.string(), expires_in: z.number() })

export const LogIn = z.object({ username: email(), password: presentPassword })

export const SignedIn = z.object({
  id: z.string(),
  email: z.string(),
  token: z.string(),
  refresh: z.string(),
  expires_in: z.number(),
  user: AuthUser,
})

const secondMethods = z.array(z.enum(['totp', 'passkey', 'backup_code']))

/** What signing in says where a second factor is set up: the password was right, no tokens yet. */
export const SecondFactorAsked = z.object({
  state: z.literal('second_factor'),
  /** Good for ten minutes and one sign-in, at `login/second-factor`. */
  ticket: z.string(),
  methods: secondMethods,
})

/** What showing the password again says where a second factor is set up: it was right, and is not enough. */
export const StepUpAsked = z.object({ state: z.literal('second_factor'), methods: secondMethods })

export const logIn = endpoint({
  name: 'logIn',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/login',
  summary: 'Sign in, or be asked for the second factor',
  who: 'anyone',
  body: LogIn,
  reply: SignedIn,
  otherwise: SecondFactorAsked,
  refusals: ['account.wrong_credentials', 'account.disabled', 'account.unconfirmed'],
  idempotency: 'ignored',
  unhashed: ['password'],
})

export const logOut = endpoint({
  name: 'logOut',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/logout',
  summary: 'End a session, by either of its tokens',
  who: 'anyone',
  body: z.object({ token }),
  reply: z.object({}),
  idempotency: 'ignored',
  headers: { 'clear-site-data': '"cache"' },
})

export const refreshSession = endpoint({
  name: 'refreshSession',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/refresh',
  summary: 'Exchange a refresh token for the next pair',
  who: 'anyone',
  /** `user` is the owner's id or address. */
  body: z.object({ token, user: z.optional(z.string()) }),
  reply: Tokens,
  refusals: ['session.not_refreshed', 'session.no_token'],
  idempotency: 'ignored',
})
