import type { AccountOperations } from '@byre/server/auth/operators.actions'

/** What a command says: one thing, many, or null where there is no such account. */
export type Said = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[] | null

export interface Desk {
  accounts: AccountOperations
  /** Does all billing that is due at a time. */
  runBilling(at: Date): Promise<{ steps: number; charges: number }>
}

export interface Options {
  q?: string
  at?: string
}

export interface Command {
  /** What follows `npm run byre -- `, for the help. */
  usage: string
  about: string
  /** Whether an e-mail address must follow. */
  takesEmail: boolean
  run(desk: Desk, email: string, options: Options): Promise<Said>
}

const aboutOne = (
  usage: string,
  about: string,
  run: (desk: Desk, email: string) => Promise<Said>,
): Command => ({
  usage: `${usage} EMAIL`,
  about,
  takesEmail: true,
  run,
})

/** Every command by its words. */
export const commands: Readonly<Record<string, Command>> = {
  'accounts list': {
    usage: 'accounts list [--q TEXT]',
    about: 'accounts whose address holds a text, at most 500',
    takesEmail: false,
    run: (desk, _, { q = '' }) => desk.accounts.list(q.toLowerCase()),
  },
  'accounts show': aboutOne('accounts show', 'one account', (desk, email) => desk.accounts.show(email)),
  'accounts disable': aboutOne(
    'accounts disable',
    'close an account: its sessions end, nobody signs in to it',
    (desk, email) => desk.accounts.disable(email),
  ),
  'accounts enable': aboutOne('accounts enable', 'open a closed account again', (desk, email) =>
    desk.accounts.enable(email),
  ),
  'sessions list': aboutOne('sessions list', 'where an account is signed in', (desk, email) =>
    desk.accounts.listSessions(email),
  ),
  'sessions end': aboutOne('sessions end', 'sign an account out everywhere', (desk, email) =>
    desk.accounts.endSessions(email),
  ),
  'staff add': aboutOne('staff add', 'put someone into the staff group', (desk, email) =>
    desk.accounts.addStaff(email),
  ),
  'staff remove': aboutOne('staff remove', 'take someone out of the staff group', (desk, email) =>
    desk.accounts.removeStaff(email),
  ),
  'second-factors remove': aboutOne(
    'second-factors remove',
    'for someone who lost app, passkeys and backup codes; they are told by mail',
    (desk, email) => desk.accounts.removeSecondFactors(email),
  ),
  'billing run': {
    usage: 'billing run --at TIME',
    about: 'all billing due at a time such as 2026-12-01T00:00Z; not in production',
    takesEmail: false,
    run: (desk, _, { at = '' }) => desk.runBilling(new Date(at)),
  },
}

const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))

export const help = `What the people who run Byre do to it.

  npm run byre -- COMMAND --reason TEXT [--json]

${Object.values(commands)
  .map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`)
  .join('\n')}

  --reason TEXT   why; it stands in the trail with your name on this machine, whatever the command
  --json          one JSON document instead of a table

It reaches the database that "npm start" would, also while the portal runs.
Exit codes: 0 done · 1 refused, no such account, or a fault · 2 wrongly called · 4 and 5 as "npm start".`
