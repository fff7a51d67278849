import type { Role } from '@byre/contract/rights'
import type { SubjectKind } from '@byre/contract/subject-kinds'

/** What each role may, in a line for whoever gives it. */
export function rightsOf(kind: SubjectKind): Record<Role, string> {
  if (kind === 'billing_entity') {
    return {
      User: 'Sees its name, its currency and the last digits of its card.',
      Admin: 'Sees and edits all of it, keeps its card, pays for sites and clinics with it, runs its people.',
      Owner: 'Everything: also deletes it and hands it over. Stands beside you.',
    }
  }
  return {
    User: 'Launches it, and sees who belongs to it.',
    Admin: 'Also edits it, invites and removes people, and sees what was done.',
    Owner: 'Everything: also its address, its plan, handing it over and deleting it. Stands beside you.',
  }
}
