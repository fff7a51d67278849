import type { Chosen, ShipListState } from '@byre/contract/herd/ship-list-parts'
import { shipListAtMost } from '@byre/contract/herd/ship-list-parts'
import type { SiteId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { auditRow, type AuditLine } from '../../platform/audit/audit.ts'
import { prepared, type Db } from '../../platform/database/db.ts'
import { atGate } from '../gate/gate.queries.ts'
import type { Answer, AtGateRow } from '../gate/gate.policy.ts'
import '../tables.ts'

/* Ship lists as commands change them: under the ledger's lock, so that none is judged while its animals change. */

export interface Judging {
  id: string
  state: ShipListState
  destination: string
  market: string
  load_at: string
  locked_at: string | null
  /** Its animals as the gate sees them; none where they were not asked for. */
  rows: AtGateRow[]
}

/** A list with its animals as the gate sees them at `at`, or at its planned load time. */
export async function findJudging(
  db: Db<'herd'>,
  site: SiteId,
  id: string,
  at: string | null,
): Promise<Judging | undefined> {
  const [judging] = await judgingOf(db, { site, id, at })
  return judging
}

const judgingOf = prepared<'herd'>()((db, p: { site: SiteId; id: string; at: string | null }) => ({
  compile: () =>
    sql<Judging>`
      select l.id, l.state, l.destination, l.market, l.load_at, l.locked_at,
        (select coalesce(json_agg(g), '[]') from (
          ${atGate(sql`${p.site}::uuid`, sql`l.id = ${p.id}::uuid`, sql`${p.at}`)}) g) as rows
      from herd.ship_lists l where l.site_id = ${p.site}::uuid and l.id = ${p.id}::uuid`.compile(db),
}))

export async function findState(
  db: Db<'herd'>,
  site: SiteId,
  id: string,
): Promise<Pick<Judging, 'state' | 'locked_at'> | undefined> {
  const { rows } = await sql<Pick<Judging, 'state' | 'locked_at'>>`
    select state, locked_at from herd.ship_lists where site_id = ${site} and id = ${id}`.execute(db)
  return rows[0]
}

export interface Planned {
  destination: string
  market: string
  load_at: string
  /** JSON. */
  transport: string
}

/** Whether it was not there already. */
export async function insertList(
  db: Db<'herd'>,
  site: SiteId,
  {
    id,
    destination,
    market,
    load_at,
    transport,
    made_by,
    made_by_name,
  }: Planned & {
    id: string
    made_by: string
    made_by_name: string
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into herd.ship_lists (site_id, id, state, destination, market, load_at, transport, made_by, made_by_name)
    values (${site}, ${id}, 'draft', ${destination}, ${market}, ${load_at}, ${transport}, ${made_by}, ${made_by_name})
    on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

/** What changes makes it a draft again: it is to be checked anew. */
export async function changePlan(
  db: Db<'herd'>,
  site: SiteId,
  id: string,
  { destination, market, load_at, transport }: Planned,
): Promise<void> {
  await sql`
    update herd.ship_lists set state = 'draft', destination = ${destination}, market = ${market}, load_at = ${load_at},
      transport = ${transport}
    where site_id = ${site} and id = ${id}`.execute(db)
}

/** Where the site's markets are: a list goes to one of them, for others nothing is reckoned. */
export async function knownMarkets(db: Db<'herd'>, site: SiteId): Promise<string | null> {
  const { rows } = await sql<{ context: string | null }>`
    select context from herd.ledgers where site_id = ${site}`.execute(db)
  return rows[0]?.context ?? null
}

export interface Filling {
  added: number
  /** On the list now. */
  head: number
  /** Of what was named, what is not this site's. */
  strange: boolean
  /** Spellings that an animal here bears. */
  borne: string[]
}

/** Puts the chosen animals on a list, by tags in the form in which they are compared; each as the one it is known as; of pens and lots those that are here. */
export async function insertEntries(
  db: Db<'herd'>,
  site: SiteId,
  id: string,
  { animals = [], pen, lot, tags = [] }: Chosen,
): Promise<Filling> {
  const { rows } = await sql<Filling>`
    with borne as (
      select distinct i.value, i.animal_id from herd.identifiers i
      join herd.animals a on a.site_id = i.site_id and a.id = i.animal_id and a.status <> 'void'
      where i.site_id = ${site} and i.value = any(${tags}::text[]) and i.to_at is null),
    named as (
      select coalesce(a.same_as, a.id) as id from herd.animals a where a.site_id = ${site} and a.id = any(${animals}::uuid[])),
    chosen as (
      select id from named
      union select animal_id from borne
      union select a.id from herd.animals a
        where a.site_id = ${site} and a.pen_id = ${pen ?? null}::uuid and a.status = 'here'
      union select a.id from herd.animals a
        where a.site_id = ${site} and a.lot_id = ${lot ?? null}::uuid and a.status = 'here'),
    put as (
      insert into herd.ship_entries (site_id, list_id, animal_id)
      select ${site}, ${id}, c.id from chosen c limit ${shipListAtMost + 1}
      on conflict do nothing returning 1),
    drafted as (
      update herd.ship_lists set state = 'draft' where site_id = ${site} and id = ${id} and state <> 'draft')
    select (select count(*) from put) as added,
      (select count(*) from herd.ship_entries where site_id = ${site} and list_id = ${id}) + (select count(*) from put) as head,
      (select count(*) from herd.animals where site_id = ${site} and id = any(${animals}::uuid[])) < ${new Set(animals).size}::int
        or (${pen ?? null}::uuid is not null and not exists (select from herd.pens where site_id = ${site} and id = ${pen ?? null}::uuid))
        or (${lot ?? null}::uuid is not null and not exists (select from herd.lots where site_id = ${site} and id = ${lot ?? null}::uuid))
        as strange,
      array(select distinct value from borne) as borne`.execute(db)
  return rows[0]!
}

export async function deleteEntries(
  db: Db<'herd'>,
  site: SiteId,
  id: string,
  animals: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with removed as (
      delete from herd.ship_entries where site_id = ${site} and list_id = ${id} and animal_id = any(${animals}::uuid[])
      returning 1),
    drafted as (
      update herd.ship_lists set state = 'draft' where site_id = ${site} and id = ${id} and state <> 'draft')
    select count(*) as removed from removed`.execute(db)
  return rows[0]!.removed
}

export async function putOverride(
  db: Db<'herd'>,
  site: SiteId,
  id: string,
  given: { animal: string; by: string; reason: string; at: string; of: string },
): Promise<void> {
  await sql`
    with drafted as (
      update herd.ship_lists set state = 'draft' where site_id = ${site} and id = ${id} and state <> 'draft')
    update herd.ship_entries set override_by_name = ${given.by}, override_reason = ${given.reason},
      override_at = ${given.at}, override_of = ${given.of}
    where site_id = ${site} and list_id = ${id} and animal_id = ${given.animal}`.execute(db)
}

export interface Step {
  state: 'checked' | 'locked' | 'departed'
  /** Of who locks it, or says that it has left. */
  name: string
  at: string
  answers: readonly { id: string; answer: Answer }[]
  /** Where the ledger stands. */
  head: { n: number; hash: Buffer }
  line?: AuditLine
}

/** Writes down what the gate said and what becomes of the list, with a line in the trail where there is one. */
export async function putAnswers(
  db: Db<'herd'>,
  site: SiteId,
  id: string,
  { answers, state, name, at, head, line }: Step,
): Promise<void> {
  const stands = {
    checked: sql`state = 'checked'`,
    locked: sql`state = 'locked', locked_at = ${at}, locked_by_name = ${name}, locked_n = ${head.n},
      locked_head = ${head.hash.toString('hex')}, broken_at = null`,
    departed: sql`state = 'departed', departed_at = ${at}, departed_by_name = ${name}`,
  }[state]
  await sql`
    with said as (
      update herd.ship_entries e set answer = r.answer
      from unnest(${answers.map((one) => one.id)}::uuid[], ${answers.map(({ answer }) => JSON.stringify(answer))}::text[])
        as r (animal_id, answer)
      where e.site_id = ${site} and e.list_id = ${id} and e.animal_id = r.animal_id
        and e.answer is distinct from r.answer)
    ${line ? lineOf(line) : sql``}
    update herd.ship_lists set ${stands} where site_id = ${site} and id = ${id}`.execute(db)
}

function lineOf(line: AuditLine) {
  const row = auditRow(line)
  return sql`, noted as (
    insert into platform.audit (id, actor_id, deed, kind, subject_id, before, after, network, request_id)
    values (${row.id}, ${row.actor_id}, ${row.deed}, ${row.kind}, ${row.subject_id}, ${row.before}, ${row.after},
      ${row.network}, ${row.request_id}))`
}

export async function openAgain(db: Db<'herd'>, site: SiteId, id: string): Promise<void> {
  await sql`update herd.ship_lists set state = 'draft' where site_id = ${site} and id = ${id}`.execute(db)
}

export async function deleteList(db: Db<'herd'>, site: SiteId, id: string): Promise<void> {
  await sql`
    with entries as (delete from herd.ship_entries where site_id = ${site} and list_id = ${id})
    delete from herd.ship_lists where site_id = ${site} and id = ${id}`.execute(db)
}
