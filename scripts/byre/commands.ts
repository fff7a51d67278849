import type { Command, OperatorContext } from './command.ts'
import type { JobOperations } from './jobs.ts'
import { placeCommands } from './place-commands.ts'
import type { Said } from './said.ts'

const aboutOne = (
  usage: string,
  about: string,
  run: (context: OperatorContext, email: string) => Promise<Said>,
): Command => ({
  usage: `${usage} EMAIL`,
  about,
  names: 'account',
  run: (context, email) => run(context, email.toLowerCase()),
})

/** Without Z or an offset it would be read in the zone of this machine. */
const momentShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const aboutJob = (
  usage: string,
  about: string,
  names: 'job' | 'mail',
  run: (jobs: JobOperations, id: string) => Promise<Said>,
): Command => ({
  usage: `${usage} ID`,
  about,
  names,
  run: (context, id) => (uuidShape.test(id) ? run(context.jobs, id) : Promise.resolve(null)),
})

/** Every command by its words. */
export const commands: Readonly<Record<string, Command>> = {
  'records find': {
    usage: 'records find TEXT',
    about: 'accounts, sites, clinics, payers, domains, invoices and jobs: by id, or by a text in their names',
    names: 'text',
    run: (context, text) => context.records.find(text),
  },
  'records timeline': {
    usage: 'records timeline ID',
    about: 'what the trail holds of a person, site, clinic or payer, at most 500 lines',
    names: 'record',
    run: (context, id) => (uuidShape.test(id) ? context.records.timeline(id) : Promise.resolve(null)),
  },
  'accounts list': {
    usage: 'accounts list [--q TEXT]',
    about: 'accounts whose address holds a text, at most 500',
    run: (context, _, { q = '' }) => context.accounts.list(q.toLowerCase()),
  },
  'accounts show': aboutOne('accounts show', 'one account', (context, email) => context.accounts.show(email)),
  'accounts disable': aboutOne(
    'accounts disable',
    'close an account: its sessions end, nobody signs in to it',
    (context, email) => context.accounts.disable(email),
  ),
  'accounts enable': aboutOne('accounts enable', 'open a closed account again', (context, email) =>
    context.accounts.enable(email),
  ),
  'sessions list': aboutOne('sessions list', 'where an account is signed in', (context, email) =>
    context.accounts.listSessions(email),
  ),
  'sessions end': aboutOne('sessions end', 'sign an account out everywhere', (context, email) =>
    context.accounts.endSessions(email),
  ),
  'api-keys list': aboutOne(
    'api-keys list',
    'the API keys of an account, never their text',
    (context, email) => context.accounts.listApiKeys(email),
  ),
  'api-keys revoke': aboutOne(
    'api-keys revoke',
    'revoke every API key of an account, at once',
    (context, email) => context.accounts.revokeApiKeys(email),
  ),
  'staff add': aboutOne('staff add', 'put someone into the staff group', (context, email) =>
    context.accounts.addStaff(email),
  ),
  'staff remove': aboutOne('staff remove', 'take someone out of the staff group', (context, email) =>
    context.accounts.removeStaff(email),
  ),
  'second-factors remove': aboutOne(
    'second-factors remove',
    'for someone who lost app, passkeys and backup codes; they are told by mail',
    (context, email) => context.accounts.removeSecondFactors(email),
  ),
  'refusals list': {
    usage: 'refusals list [--q ID]',
    about: 'who asked for what is not theirs, at most 500; of one person or thing by its id',
    faultOf: ({ q }) => (q === undefined || uuidShape.test(q) ? null : 'Please give an id: --q 019a…'),
    run: (context, _, { q }) => context.listRefusals(q ?? null),
  },
  'secrets list': {
    usage: 'secrets list',
    about: 'every APP_SECRET that wrote here, and how many connections write under it now',
    run: (context) => context.secrets.list(),
  },
  'secrets rewrite': {
    usage: 'secrets rewrite',
    about: 'writes what is under an older APP_SECRET under the first, and says what is left and until when',
    run: (context) => context.secrets.rewrite(),
  },
  'secrets forget': {
    usage: 'secrets forget FINGERPRINT',
    about: 'for a secret that is lost: what only it could read is read no more',
    names: 'secret',
    run: (context, fingerprint) => context.secrets.forget(fingerprint),
  },
  ...placeCommands,
  'jobs list': {
    usage: 'jobs list [--q TEXT]',
    about: 'what waits or was given up, at most 500; of queues whose name holds a text',
    run: (context, _, { q = '' }) => context.jobs.list(q),
  },
  'jobs retry': aboutJob('jobs retry', 'a job is due now, with all its tries before it', 'job', (jobs, id) =>
    jobs.retry(id),
  ),
  'jobs drop': aboutJob('jobs drop', 'a job is never done', 'job', (jobs, id) => jobs.drop(id)),
  'mail list': {
    usage: 'mail list',
    about: 'mails that wait, were given up or left in the last seven days, at most 500',
    run: (context) => context.jobs.listMails(),
  },
  'mail resend': aboutJob('mail resend', 'the same mail once more, to the same reader', 'mail', (jobs, id) =>
    jobs.resendMail(id),
  ),
  'mail test': {
    usage: 'mail test ADDRESS',
    about: 'a mail to see whether mails arrive',
    names: 'address',
    run: (context, address) => context.jobs.testMail(address),
  },
  'billing run': {
    usage: 'billing run --at TIME',
    about: 'all billing due at a time such as 2026-12-01T00:00Z; not in production',
    faultOf: ({ at = '' }) =>
      momentShape.test(at) && !Number.isNaN(Date.parse(at))
        ? null
        : 'Please give a time with Z or an offset: --at 2026-12-01T00:00Z',
    run: (context, _, { at = '' }) => context.runBilling(new Date(at)),
  },
  'billing trouble': {
    usage: 'billing trouble',
    about: 'charges without an end, refunds that were refused and plans of another kind, with what to do',
    run: async (context) => (await context.listUnresolvedPayments()).map((unresolved) => ({ ...unresolved })),
  },
  'billing settle': {
    usage: 'billing settle KEY --payment ID | --as none|done|again|ended',
    about: 'end one of them by what you found at the gateway',
    names: 'charge, refund or subscription',
    faultOf: ({ payment, as }) =>
      (payment === undefined) === (as === undefined) ? 'Please say either --payment ID or --as WORD.' : null,
    run: (context, key, { payment, as }) => context.settleUnresolvedPayment(key, { payment, as }),
  },
  'invoices credit': {
    usage: 'invoices credit NUMBER [--line N] [--confirm AMOUNT]',
    about: 'a credit note, and what was paid goes back; without --confirm it only says the amount',
    names: 'invoice',
    faultOf: ({ line = '1', confirm = '0.00' }) =>
      !/^[1-9]\d{0,2}$/.test(line)
        ? 'A line is a number from 1: --line 2'
        : /^\d+\.\d\d$/.test(confirm)
          ? null
          : 'An amount is written out: --confirm 33.34',
    run: (context, number, { line, confirm }) =>
      context.creditInvoice(number.toUpperCase(), {
        line: line === undefined ? undefined : Number(line),
        confirm,
      }),
  },
}
