import { roleNames } from '@byre/contract/rights'
import { t } from '@byre/contract/words'
import { invitedRoles } from '@byre/contract/people/invites'
import { RadioCards } from '../ui/forms/radio-cards.tsx'
import type { PeopledSubject } from './place.ts'
import { rightsOf } from './role-words.ts'

/** Which role somebody is to have, each with what it may do. */
export function RoleChoice({ kind }: Pick<PeopledSubject, 'kind'>) {
  const rights = rightsOf(kind)
  return (
    <RadioCards
      name="role"
      label={t`Role`}
      options={invitedRoles.map((role) => ({ value: role, title: roleNames[role], detail: rights[role] }))}
    />
  )
}
