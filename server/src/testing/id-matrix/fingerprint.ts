import type pg from 'pg'

/*
 * Whether anything at all in the database is other than it was, and the way back. A row that is written,
 * even with the same values, has another `xmin`: cheap to look at, so it is looked at after every call.
 */

/** What a refused call may write, and why that changes nothing for anybody. */
const bookkeeping: Record<string, string> = {
  'platform.rate_counters': 'how often somebody called, refused calls too',
  'platform.idempotency_keys': 'the refusal kept for the same call again',
}

/** Rows that tell of the refusal itself: refused access, sampled into the trail a second later. */
const telling: Record<string, string> = { 'platform.audit': `where deed <> 'refuseAccess'` }

/** Columns that the look-up of a session refreshes. */
const restless: Record<string, readonly string[]> = {
  'platform.sessions': ['last_seen_at', 'network', 'user_agent'],
}

interface Table {
  name: string
  columns: string[]
}

export class Fingerprints {
  readonly #pool: pg.Pool
  readonly #tables: readonly Table[]
  /** Of each table, how many rows it has and what wrote the newest. */
  #rows: string[] = []
  #content: string[] = []

  private constructor(pool: pg.Pool, tables: readonly Table[]) {
    this.#pool = pool
    this.#tables = tables
  }

  /** Remembers the database as it is. */
  static async take(pool: pg.Pool): Promise<Fingerprints> {
    const { rows } = await pool.query<Table>(`
      select format('%I.%I', n.nspname, c.relname) as name,
        array(select quote_ident(attname) from pg_attribute a
          where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
          order by attnum)::text[] as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      order by 1`)
    const tables = rows.filter(({ name }) => !(name in bookkeeping))
    const copies = tables.map((table) => `create table ${keptName(table)} as table ${table.name}`)
    await pool.query(`create schema kept; ${copies.join(';')}`)
    const fingerprints = new Fingerprints(pool, tables)
    fingerprints.#rows = await fingerprints.#ask(tables, rowsOf, 'rows of all tables')
    fingerprints.#content = await fingerprints.#ask(tables, contentOf)
    return fingerprints
  }

  /** The tables that are other than remembered. */
  async changed(): Promise<string[]> {
    const rows = await this.#ask(this.#tables, rowsOf, 'rows of all tables')
    const written = this.#tables.filter((_, at) => rows[at] !== this.#rows[at])
    if (written.length === 0) return []
    const content = await this.#ask(written, contentOf)
    const changed = written.filter((table, at) => content[at] !== this.#content[this.#tables.indexOf(table)])
    this.#rows = rows
    return changed.map(({ name }) => name)
  }

  /** Makes these tables again what they were. */
  async restore(changed: readonly string[]): Promise<void> {
    const copies = this.#tables
      .filter(({ name }) => changed.includes(name))
      .map(
        (table) =>
          `delete from ${table.name}; insert into ${table.name} (${table.columns.join(',')})
           overriding system value select ${table.columns.join(',')} from ${keptName(table)}`,
      )
    // Neither foreign keys nor triggers: what is put back was whole.
    const whole = `begin; set local session_replication_role = replica; ${copies.join(';')}; commit`
    await this.#pool.query(whole)
    this.#rows = await this.#ask(this.#tables, rowsOf, 'rows of all tables')
  }

  /** Under a `name` it is planned once a connection, which takes ten times as long as the look. */
  async #ask(tables: readonly Table[], of: (table: Table) => string, name?: string): Promise<string[]> {
    const parts = tables.map(
      (table) => `(select ${of(table)} from ${table.name} t ${telling[table.name] ?? ''})`,
    )
    const text = `select array[${parts.join(',')}] as found`
    const { rows } = await this.#pool.query<{ found: string[] }>(name === undefined ? text : { name, text })
    return rows[0]?.found ?? []
  }
}

const keptName = ({ name }: Table) => `kept."${name.replaceAll('"', '')}"`

const rowsOf = () => `count(*) || ' ' || coalesce(max(t.xmin::text::int8), 0)`

function contentOf({ name }: Table): string {
  const without = (restless[name] ?? []).map((column) => `'${column}'`).join(',')
  return `coalesce(sum(hashtextextended((to_jsonb(t) - array[${without}]::text[])::text, 0)), 0)::text`
}
