import { roleNames } from '@byre/contract/rights'
import { t } from '@byre/contract/words'
import type { Role } from '@byre/contract/rights'
import type { Kind, Place } from '../products.ts'
import '../ui/fold.css'

/** The reader's role, and when asked what it allows and whom to turn to for the rest. */
export function YourRole({ kind, place }: { kind: Kind; place: Place }) {
  const { may, others } = rights(kind)[place.role]
  return (
    <details className="fold">
      <summary>
        {roleNames[place.role]} <span className="soft">{t`What may I do?`}</span>
      </summary>
      <p>{may}</p>
      {others && <p>{others}</p>}
    </details>
  )
}

const rights = ({ one }: Kind): Record<Role, { may: string; others: string | null }> => ({
  Owner: {
    may: t`You may do everything: launch and edit it, change its address, invite and remove people, hand it over and delete it. You may change its plan and who pays when you are also an Owner or Admin of the billing information that pays.`,
    others: null,
  },
  Admin: {
    may: t`You may launch and edit it, invite people, change roles and remove Users and Admins, and leave.`,
    others: t`Only an Owner of this ${one} may change its address, its plan and who pays, hand it over or delete it.`,
  },
  User: {
    may: t`You may launch it, see who belongs to it, and leave.`,
    others: t`Its Owners and Admins edit it and invite people. Only the Owners of this ${one} change its address, its plan or who pays, or delete it.`,
  },
})
