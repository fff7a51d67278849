import type { Role } from '@byre/contract/rights'
import type { SubjectKind } from '@byre/contract/subject-kinds'

/** What each role may, in a line for whoever gives it. */
export function rightsOf(kind: SubjectKind): Record<Role, string> {
  if (kind === 'billing_entity') {
    return {
      User: 'Sees its name, its currency and the last digits of its card.',
      Admin:
        'Sees and edits everything, manages its card and its people, and pays for sites and clinics with it.',
      Owner: 'Does everything, and can delete it or hand it over. Has the same rights as you.',
    }
  }
  return {
    User: 'Launches it, and sees who belongs to it.',
    Admin: 'Also edits it, invites and removes people, and sees what was done.',
    Owner:
      'Does everything: its address and plan, handing it over and deleting it. Has the same rights as you.',
  }
}
