import { t } from '@byre/contract/words'
import type { InvitedRole } from '@byre/contract/people/invites'
import type { Member } from '@byre/contract/people/members'
import { formatPerson } from '../lib/format.ts'

/** A hand: someone on the list by name alone, without an address and an account. */
export const isUnregistered = ({ email }: Member) => email === null

/** The name, and the address where the name alone would not tell two people apart. */
export const nameOf = (member: Member) => formatPerson(member) || t`Somebody`

/** Nobody is invited as an Owner. */
export const invitedRole = ({ role }: Member): InvitedRole => (role === 'Admin' ? 'Admin' : 'User')
