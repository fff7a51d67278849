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
        { key: 'profile', words: 'Update Profile', to: paths.updateProfile(me.id) },
        {
          key: 'security',
          words: 'Security',
          detail: 'Password, two-step sign-in',
          to: paths.security(me.id),
        },
        { key: 'mail', words: 'Mail', detail: 'Which mails you get', to: paths.mail(me.id) },
      ]
    : []
  const isStaff = currentSession()?.user.groups.includes('Admin') ?? false
  return [
    { key: 'home', words: 'Dashboard', to: paths.home() },
    { key: 'invites', words: 'Invites', to: paths.invites() },
    { key: 'billing', words: 'Billing Information', to: paths.billingEntities() },
    ...managed.map((kind) => ({ key: `new ${kind.one}`, words: `New ${kind.title}`, to: kind.paths.add() })),
    { key: 'new payer', words: 'Add Billing Information', to: paths.newBillingEntity() },
    ...managed.map((kind) => ({
      key: `deleted ${kind.one}`,
      words: `Recently deleted ${kind.many}`,
      to: `${paths.dashboard(kind.product)}&deleted=1`,
    })),
    ...own,
    ...(isStaff ? [{ key: 'staff', words: 'Back office', to: paths.staff('') }] : []),
    { key: 'keys', words: 'Keyboard shortcuts', does: onKeys },
    { key: 'log out', words: 'Log out', to: paths.logOut(), state: { isRequested: true } },
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
