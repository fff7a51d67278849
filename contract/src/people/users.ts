import { t } from '../words.ts'
import * as z from 'zod/mini'
import { optionalCountry, withAddress } from '../addresses.ts'
import { endpoint } from '../endpoint.ts'
import { email, idParams, optionalText } from '../fields.ts'
import { optionalPhone } from '../phones.ts'
import { limits } from '../limits.ts'
import { languages } from '../languages.ts'
import { isTimeZone } from '../time-zones.ts'

/** The colours of the screens; `system` follows the device. */
const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const User = z.object({
  id: z.string(),
  email: z.string(),
  /** Asked for, and in force once the code sent to it is entered (`confirmEmail`). */
  pending_email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  country: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  onboarded: z.number(),
  /** An IANA name; null: the browser's. */
  time_zone: z.nullable(z.string()),
  /** Null: never chosen while signed in. */
  theme: z.nullable(z.enum(themes)),
  /** Of mails and documents, too. Null: never chosen, which is English to them. */
  language: z.nullable(z.enum(languages)),
  /** Worked out by the server (specification 1.2); the screens never decide. */
  capabilities: z.object({ sites: z.boolean(), clinics: z.boolean() }),
})
export type User = z.infer<typeof User>

const aboutMe = {
  first_name: optionalText(limits.text.name, t`First name`),
  last_name: optionalText(limits.text.name, t`Last name`),
  city: optionalText(limits.text.addressPart, t`City`),
  region: optionalText(limits.text.addressPart, t`Region`),
  country: optionalCountry,
  phone: optionalPhone,
}

/** What people say of themselves on the account form. */
export const AccountFields = withAddress(z.object(aboutMe))

/** The same with their address, as the profile form has it. */
export const OwnProfile = withAddress(
  z.object({ email: email(t`Please input your email address!`), ...aboutMe }),
)

/** @public A component of docs/openapi.json */
export const ProfileFields = withAddress(
  z.object({
    /** Another one becomes `pending_email`; the pending one again has another code mailed to it. */
    email: z.optional(email()),
    /** Empty gives the pending address up. */
    pending_email: z.optional(z.literal('', t`A pending address is confirmed by its code.`)),
    ...aboutMe,
    onboarded: z.optional(z.enum(['0', '1'], 'onboarded must be 0 or 1.')),
    time_zone: z.optional(
      z.pipe(
        z.string(t`Please choose a time zone.`).check(
          z.maxLength(64, t`Please choose a time zone.`),
          z.refine((name) => name === '' || isTimeZone(name), t`Please choose a time zone.`),
        ),
        z.transform((name) => name || null),
      ),
    ),
    theme: z.optional(z.enum(themes, t`Please choose system, light or dark.`)),
    language: z.optional(z.enum(languages, t`Please choose a language that there is.`)),
  }),
)

export const getUser = endpoint({
  name: 'getUser',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/users/:id',
  summary: 'The signed-in user’s own profile',
  who: 'signed in',
  params: idParams,
  reply: User,
  refusals: ['not_found'],
})

export const updateUser = endpoint({
  name: 'updateUser',
  service: 'customers',
  method: 'PUT',
  path: '/api/v1/users/:id',
  summary: 'Change the signed-in user’s own profile',
  who: 'signed in',
  params: idParams,
  body: ProfileFields,
  reply: User,
  refusals: ['not_found', 'session.reauth_required', 'request.stale'],
})

/** Whether the banner 'Your account is incomplete' is due (specification 7.1). */
export function isProfileIncomplete(
  user: Pick<User, 'email' | 'first_name' | 'last_name' | 'city' | 'country'>,
) {
  return !user.email || !user.first_name || !user.last_name || !user.city || !user.country
}
