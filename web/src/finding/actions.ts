import { t } from '@byre/contract/words'
import type { User } from '@byre/contract/people/users'
import { helpTopics } from '../help/topics.ts'
import { currentSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { managedBy } from '../products.ts'
import type { Result } from './found.ts'

/** Where one may go and what one may begin, whatever is found; without `me` yet, what everyone may. */
export function actionsFor(me: User | undefined, onKeys: () => void): Result[] {
  const managed = me ? managedBy(me) : []
  const own = me
    ? [
        { key: 'profile', words: t`Update Profile`, to: paths.updateProfile(me.id) },
        {
          key: 'security',
          words: t`Security`,
          detail: t`Password, two-step sign-in`,
          to: paths.security(me.id),
        },
        { key: 'mail', words: t`Mail`, detail: t`Which mails you get`, to: paths.mail(me.id) },
      ]
    : []
  const isStaff = currentSession()?.user.groups.includes('Admin') ?? false
  return [
    { key: 'home', words: t`Dashboard`, to: paths.home() },
    { key: 'invites', words: t`Invites`, to: paths.invites() },
    { key: 'billing', words: t`Billing Information`, to: paths.billingEntities() },
    ...managed.map((kind) => ({ key: `new ${kind.one}`, words: t`New ${kind.title}`, to: kind.paths.add() })),
    { key: 'new payer', words: t`Add Billing Information`, to: paths.newBillingEntity() },
    ...managed.map((kind) => ({
      key: `deleted ${kind.one}`,
      words: t`Recently deleted ${kind.many}`,
      to: `${paths.dashboard(kind.product)}&deleted=1`,
    })),
    ...own,
    ...(isStaff ? [{ key: 'staff', words: t`Back office`, to: paths.staff('') }] : []),
    { key: 'keys', words: t`Keyboard shortcuts`, does: onKeys },
    { key: 'log out', words: t`Log out`, to: paths.logOut(), state: { isRequested: true } },
  ]
}

/** Answers of the help page. */
export const helpLines: readonly Result[] = helpTopics.map(({ id, title }) => ({
  key: `help ${id}`,
  words: title,
  to: `${paths.help()}#${id}`,
}))

/** Those in whose words all that was typed begins a word. */
export function matching(lines: readonly Result[], typed: string): Result[] {
  const sought = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter(({ words, detail }) => {
    const said = `${words} ${detail ?? ''}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return sought.every((one) => said.some((word) => word.startsWith(one)))
  })
}
