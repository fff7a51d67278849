import { canonical, type Canonical } from '@byre/rules/canonical'
import { sql } from 'kysely'
import { hash as digestOf } from 'node:crypto'
import { prepared, type PlatformDb } from '../database/db.ts'

/*
 * A place's ledger: numbered records, each with a hash over the one before it. It knows no word of what is written in it; the
 * tables are its module's, and each begins with the column `owner` (decision on the ledger).
 */

export interface LedgerTables {
  /** Owner, `n`, `head`: one row a ledger. */
  ledgers: string
  /** Owner, `n`, `id`, `kind`, `received_at`, `record`, `hash`. */
  events: string
  /** The column that names whose it is. */
  owner: string
}

/** A kind of ledgers: its tables, and what is asked of them with each record. */
export interface Ledgers extends LedgerTables {
  lock(db: PlatformDb, p: { owner: string }): Promise<Head[]>
  append(db: PlatformDb, p: Appended): Promise<{ n: number }[]>
}

export interface Head {
  n: number
  hash: Buffer
}

export interface NewRecord {
  id: string
  kind: string
  /** What is written down beside its number and the time of its receipt. */
  said: { readonly [name: string]: Canonical }
}

export interface Entry {
  n: number
  id: string
  kind: string
  received_at: string
  record: string
  hash: Buffer
}

interface Appended {
  owner: string
  /** The number before them. */
  before: number
  last: number
  head: Buffer
  /** As JSON: the driver would look through each record for what an array's text has to escape. */
  entries: string
}

export function ledgersIn(tables: LedgerTables): Ledgers {
  const [ledgers, events, owner] = [
    sql.table(tables.ledgers),
    sql.table(tables.events),
    sql.ref(tables.owner),
  ]
  return {
    ...tables,
    lock: prepared<'platform'>()((db, p: { owner: string }) => ({
      compile: () =>
        sql<Head>`select n, head as hash from ${ledgers} where ${owner} = ${p.owner}::uuid for update`.compile(
          db,
        ),
    })),
    append: prepared<'platform'>()((db, p: Appended) => ({
      compile: () =>
        sql<{ n: number }>`
          with moved as (
            update ${ledgers} set n = ${p.last}::int8, head = ${p.head}::bytea
            where ${owner} = ${p.owner}::uuid and n = ${p.before}::int8 returning n)
          insert into ${events} (${owner}, n, id, kind, received_at, record, hash)
          select ${p.owner}::uuid, e.* from moved, json_to_recordset(${p.entries}::json)
            as e (n int8, id uuid, kind text, received_at timestamptz, record text, hash bytea)
          returning n`.compile(db),
    })),
  }
}

const beginning: Head = { n: 0, hash: Buffer.alloc(32) }

/** Where a ledger stands, locked: whoever writes there next waits for this transaction, and nobody else does. */
export async function lockLedger(db: PlatformDb, of: Ledgers, owner: string): Promise<Head> {
  const [standing] = await of.lock(db, { owner })
  if (standing) return standing
  await sql`insert into ${sql.table(of.ledgers)} (${sql.ref(of.owner)}, n, head)
    values (${owner}, 0, ${beginning.hash}) on conflict do nothing`.execute(db)
  const [begun] = await of.lock(db, { owner })
  return begun ?? beginning
}

async function headOf(db: PlatformDb, of: LedgerTables, owner: string): Promise<Head> {
  const { rows } = await sql<Head>`select n, head as hash from ${sql.table(of.ledgers)}
    where ${sql.ref(of.owner)} = ${owner}`.execute(db)
  return rows[0] ?? beginning
}

const hashOf = (before: Buffer, record: string) =>
  digestOf('sha256', Buffer.concat([before, Buffer.from(record)]), 'buffer')

/** The next entries after `head`: numbered, with the time of their receipt, each over the hash of the one before. */
export function chained(head: Head, records: readonly NewRecord[], receivedAt: string): Entry[] {
  let { n, hash } = head
  return records.map(({ id, kind, said }) => {
    n += 1
    const record = canonical({ ...said, n, received_at: receivedAt })
    hash = hashOf(hash, record)
    return { n, id, kind, received_at: receivedAt, record, hash }
  })
}

/** Writes entries behind a head that is locked. One statement, and it fails where the head moved. */
export async function appendTo(
  db: PlatformDb,
  of: Ledgers,
  owner: string,
  entries: readonly Entry[],
): Promise<void> {
  const last = entries.at(-1)
  if (!last) return
  const rows = await of.append(db, {
    owner,
    before: entries[0]!.n - 1,
    last: last.n,
    head: last.hash,
    entries: JSON.stringify(
      entries.map(({ hash, ...entry }) => ({ ...entry, hash: `\\x${hash.toString('hex')}` })),
    ),
  })
  if (rows.length !== entries.length) throw new Error('a ledger was written to without its lock')
}

export interface Fault {
  n: number
  why: string
}

/** Walks a ledger from its first record: each number, what its columns say of the record, each hash, and the head. */
export async function verifyLedger(
  db: PlatformDb,
  of: LedgerTables,
  owner: string,
  look?: (entry: Entry) => string | undefined,
): Promise<{ n: number; head: string; fault: Fault | null }> {
  let { n, hash } = beginning
  for (;;) {
    const { rows } =
      await sql<Entry>`select n, id, kind, received_at, record, hash from ${sql.table(of.events)}
      where ${sql.ref(of.owner)} = ${owner} and n > ${n} order by n limit 1000`.execute(db)
    for (const entry of rows) {
      const why = faultOf(entry, n, hash) ?? look?.(entry)
      if (why) return { n, head: hash.toString('hex'), fault: { n: n + 1, why } }
      n = entry.n
      hash = entry.hash
    }
    if (rows.length < 1000) break
  }
  const head = await headOf(db, of, owner)
  const isSame = head.n === n && head.hash.equals(hash)
  const fault = isSame ? null : { n: head.n, why: 'the head is not its last record' }
  return { n, head: hash.toString('hex'), fault }
}

function faultOf(entry: Entry, before: number, hash: Buffer): string | undefined {
  if (entry.n !== before + 1) return 'a record is missing'
  if (!hashOf(hash, entry.record).equals(entry.hash)) return 'the record is not what was hashed'
  const said = JSON.parse(entry.record) as { n?: number; received_at?: string }
  if (said.n !== entry.n || said.received_at !== entry.received_at)
    return 'its number or time is not what was recorded'
  return undefined
}
