import { t } from '@byre/contract/words'
import type { BodyOf, ReplyOf } from '@byre/contract/endpoint'
import type * as contract from '@byre/contract/staff/visits'
import type { Context } from '../context.ts'
import { accountForStaff, noteOperator } from '../auth/index.ts'
import { calledOf, languageOf, namesOfPlaces } from '../customers/index.ts'
import { writeAudit, type RequestFacts } from '../platform/audit/audit.ts'
import { answered, requireFresh, type Actor, type Caller } from '../platform/authentication/authenticate.ts'
import { newVisitToken } from '../platform/authentication/key-text.ts'
import { platformOf, type Db } from '../platform/database/db.ts'
import { transaction } from '../platform/database/transactions.ts'
import { refuse } from '../platform/errors.ts'
import type { IdempotentCommand } from '../platform/idempotency/idempotency.ts'
import { newId } from '../platform/ids.ts'
import { queue } from '../platform/jobs/outbox.ts'
import { wordsOf } from '../platform/languages/languages.ts'
import { writeMail } from '../platform/mail/mail-layout.ts'
import { tokenHash } from '../platform/secrets.ts'
import { visitAskedWords, visitStartedWords } from './mails.ts'
import { operatorOf } from './staff.actions.ts'
import {
  closeStale,
  findVisitBy,
  findVisitOf,
  insertVisit,
  listVisitsBy,
  listVisitsOfCaller,
  markAllowed,
  markDeclined,
  markEnded,
  markOver,
  markStarted,
  noteLook,
} from './visits.queries.ts'

const mostListed = 20

interface Doing {
  command: IdempotentCommand<'staff'>
  from: RequestFacts
}

interface VisitMail {
  letter: 'asked' | 'started'
  visit_id: string
  user_id: string
}

/** Tells whoever is visited: they were asked, or it began. */
const visitMail = queue<VisitMail>('staff.mailVisit', {
  retryLimit: 1000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 24 * 3600,
})

/** Writes down that a visit's time is over. */
const visitOver = queue<{ visit_id: string }>('staff.endVisit', {
  retryLimit: 100,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
})

type Listed = Awaited<ReturnType<typeof findVisitOf>>[number]

async function asShown(db: Db<'staff'>, visits: readonly Listed[]): Promise<contract.SupportVisit[]> {
  const names = await namesOfPlaces(db, [...new Set(visits.flatMap(({ looked_at }) => looked_at))])
  return visits.map((visit) => ({
    ...visit,
    looked_at: visit.looked_at.map((id) => names.get(id) ?? t`Something that is gone`),
  }))
}

export async function listSupportVisits(
  db: Db<'staff'>,
  caller: Caller,
): Promise<ReplyOf<typeof contract.listSupportVisits>> {
  const rows = answered(await listVisitsOfCaller(db, { token_hash: caller.token_hash, limit: mostListed }))
  const visits = rows.flatMap(({ caller_id: _, ...visit }) => (visit.id === null ? [] : [visit as Listed]))
  return { visits: await asShown(db, visits) }
}

/** Says yes, which asks anew who somebody is; said twice it is said once. */
export async function allowVisit(
  { command, from }: Doing,
  actor: Actor,
  id: string,
): Promise<contract.SupportVisit> {
  requireFresh(actor)
  const { user_id } = actor
  return command.transaction(async (db) => {
    const [allowed] = await markAllowed(db, { id, user_id })
    const [visit] = await findVisitOf(db, { id, user_id })
    if (!visit) refuse('not_found')
    if (!allowed && visit.state !== 'allowed' && visit.state !== 'running') refuse('visit.closed')
    if (allowed)
      await writeAudit(db, {
        actor_id: user_id,
        deed: 'allowVisit',
        kind: 'account',
        subject_id: user_id,
        after: { visit_id: id, staff: visit.staff, minutes: visit.minutes },
        from,
      })
    return (await asShown(db, [visit]))[0]!
  })
}

/** Says no, or ends what was allowed: the next call of that visit is refused. */
export async function declineVisit(
  { command, from }: Doing,
  { user_id }: Actor,
  id: string,
): Promise<contract.SupportVisit> {
  return command.transaction(async (db) => {
    const [declined] = await markDeclined(db, { id, user_id })
    const [visit] = await findVisitOf(db, { id, user_id })
    if (!visit) refuse('not_found')
    if (!declined && visit.state !== 'declined' && visit.state !== 'revoked') refuse('visit.closed')
    if (declined)
      await writeAudit(db, {
        actor_id: user_id,
        deed: 'declineVisit',
        kind: 'account',
        subject_id: user_id,
        after: { visit_id: id, staff: visit.staff, state: declined.state },
        from,
      })
    return (await asShown(db, [visit]))[0]!
  })
}

export async function listStaffVisits(
  db: Db<'staff'>,
  staff_id: string,
  user_id: string,
): Promise<ReplyOf<typeof contract.listStaffVisits>> {
  return { visits: await listVisitsBy(db, { staff_id, user_id, limit: mostListed }) }
}

/** Asks somebody, who is mailed. One question of each of the staff to each person is open at a time. */
export async function askVisit(
  { command, from }: Doing,
  actor: Actor,
  user_id: string,
  { minutes, reason }: BodyOf<typeof contract.askVisit>,
): Promise<ReplyOf<typeof contract.askVisit>> {
  requireFresh(actor)
  const account = await accountForStaff(command.db, user_id)
  if (!account || account.state !== 'active' || account.confirmed_at === null || user_id === actor.user_id)
    refuse('not_found')
  const operator = await operatorOf(command.db, actor.user_id, { reason, from })

  const [id, staff_id] = [newId(), actor.user_id]
  return command.transaction(async (db) => {
    await closeStale(db, { staff_id, user_id })
    const asking = { id, staff_id, staff_name: operator.name, user_id, reason, minutes: Number(minutes) }
    const [asked] = await insertVisit(db, asking)
    if (!asked) refuse('visit.asked')
    await noteOperator(db, operator, 'askVisit', {
      subject_id: user_id,
      after: { visit_id: id, minutes: asking.minutes },
    })
    await command.enqueue(db, visitMail, { letter: 'asked', visit_id: id, user_id })
    return theirs(db, id, staff_id)
  })
}

async function theirs(db: Db<'staff'>, id: string, staff_id: string): Promise<contract.StaffVisit> {
  const [visit] = await findVisitBy(db, { id, staff_id })
  if (!visit) refuse('not_found')
  const { user_id: _, ...shown } = visit
  return shown
}

/** Begins it in the session of whoever asked, whose end ends it; its token leaves this once and is kept nowhere. */
export async function startVisit(
  { command, from }: Doing,
  actor: Actor,
  id: string,
): Promise<ReplyOf<typeof contract.startVisit>> {
  requireFresh(actor)
  const staff_id = actor.user_id
  const token = newVisitToken()
  return command.transaction(async (db) => {
    const { session_id } = actor
    const [visit] = await markStarted(db, { id, staff_id, session_id, token_hash: tokenHash(token) })
    if (!visit) {
      await theirs(db, id, staff_id)
      refuse('visit.closed')
    }
    const { user_id, until, minutes, reason } = visit
    const account = await accountForStaff(db, user_id)
    if (!account || account.state !== 'active') refuse('visit.closed')
    const operator = await operatorOf(db, staff_id, { reason, from })
    await noteOperator(db, operator, 'startVisit', { subject_id: user_id, after: { visit_id: id, until } })
    await command.enqueue(db, visitMail, { letter: 'started', visit_id: id, user_id })
    await command.enqueue(db, visitOver, { visit_id: id }, minutes * 60 + 1)
    const name = (await calledOf(db, [user_id])).get(user_id) ?? account.email
    return { token, until, user: { id: user_id, email: account.email, name } }
  })
}

/** Ends a visit, or takes the question back. */
export async function endVisit(
  { command, from }: Doing,
  actor: Actor,
  id: string,
): Promise<contract.StaffVisit> {
  const staff_id = actor.user_id
  return command.transaction(async (db) => {
    const [ended] = await markEnded(db, { id, staff_id })
    const visit = await theirs(db, id, staff_id)
    if (!ended && visit.state !== 'ended') refuse('visit.closed')
    if (ended) {
      const operator = await operatorOf(db, staff_id, { reason: ended.reason, from })
      await noteOperator(db, operator, 'endVisit', { subject_id: ended.user_id, after: { visit_id: id } })
    }
    return visit
  })
}

/** Writes down what was opened, each thing once. */
export async function lookOnVisit(
  db: Db<'staff'>,
  {
    visit_id,
    kind,
    subject_id,
    from,
  }: { visit_id: string; kind: string; subject_id: string; from: RequestFacts },
): Promise<void> {
  await transaction(db, async (db) => {
    const [visit] = await noteLook(db, { id: visit_id, subject_id })
    if (!visit) return
    const operator = {
      name: visit.staff_name,
      reason: visit.reason,
      signedIn: { staff_id: visit.staff_id, from },
    }
    const after = { visit_id, opened: kind, opened_id: subject_id }
    await noteOperator(db, operator, 'lookInVisit', { subject_id: visit.user_id, after })
  })
}

/** Mails that tell of visits, and their end by the clock. */
export function followVisits({ db, outbox, mailer, branding, config }: Context<'staff'>): void {
  outbox.handle(visitMail, async ({ id, data: { letter, visit_id, user_id } }) => {
    const [visit] = await findVisitOf(db, { id: visit_id, user_id })
    const account = visit && (await accountForStaff(db, user_id))
    const isDue = visit?.state === 'asked' || (letter === 'started' && visit?.state === 'running')
    if (!account || !isDue) return
    const url = `${config.publicUrl}/users/${user_id}/profile?tab=security`
    const about = { staff: visit.staff, minutes: visit.minutes, reason: visit.reason, url }
    const words = wordsOf(await languageOf(platformOf(db), user_id))
    const text = letter === 'asked' ? visitAskedWords(words, about) : visitStartedWords(words, about)
    await mailer.send(id, writeMail(branding, { to: account.email, ...text }, words), 'reader')
  })
  outbox.handle(visitOver, async ({ data }) => {
    await transaction(db, async (db) => {
      const [over] = await markOver(db, { id: data.visit_id })
      if (!over) return
      const operator = { name: over.staff_name, reason: over.reason }
      const after = { visit_id: over.id, by: 'time', staff_id: over.staff_id }
      await noteOperator(db, operator, 'endVisit', { subject_id: over.user_id, after })
    })
  })
}
