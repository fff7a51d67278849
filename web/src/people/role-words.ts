import { t } from '@byre/contract/words'
import type { Role } from '@byre/contract/rights'
import type { SubjectKind } from '@byre/contract/subject-kinds'

/** What each role may, in a line for whoever gives it. */
export function rightsOf(kind: SubjectKind): Record<Role, string> {
  if (kind === 'billing_entity') {
    return {
      User: t`Sees its name, its currency and the last digits of its card.`,
      Admin: t`Sees and edits everything, manages its card and its people, and pays for sites and clinics with it.`,
      Owner: t`Does everything, and can delete it or hand it over. Has the same rights as you.`,
    }
  }
  return {
    User: t`Launches it, and sees who belongs to it.`,
    Admin: t`Also edits it, invites and removes people, and sees what was done.`,
    Owner: t`Does everything: its address and plan, handing it over and deleting it. Has the same rights as you.`,
  }
}
