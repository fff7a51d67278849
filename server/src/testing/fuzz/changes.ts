import type pg from 'pg'
import { setTimeout as delay } from 'node:timers/promises'

/*
 * Whether a refused call changed anything. A row that is written, even with the same values, has another `xmin`.
 * The processes' own jobs write too; so what looks changed is tried again once nothing else moves.
 */

/** What a refused call may write: how often somebody called or guessed, and that they were refused. */
const bookkeeping = new Set([
  'platform.rate_counters',
  'platform.idempotency_keys',
  'platform.sessions',
  'platform.refused_access',
  'auth.askings',
  'auth.sign_in_failures',
  'auth.code_tries',
  'auth.codes',
  'payments.card_attempts',
  'payments.card_declines',
])

export class Changes {
  readonly #pool: pg.Pool
  readonly #names: string[]
  readonly #statement: string

  private constructor(pool: pg.Pool, names: string[]) {
    this.#pool = pool
    this.#names = names
    const states = names.map(
      (name) => `(select count(*) || ' ' || coalesce(max(t.xmin::text::int8), 0) from ${name} t)`,
    )
    this.#statement = `select array[${states.join(',')}] as states`
  }

  static async watch(pool: pg.Pool): Promise<Changes> {
    const { rows } = await pool.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('auth', 'customers', 'herd', 'payments', 'platform', 'species', 'tenants')
      order by 1`)
    return new Changes(
      pool,
      rows.map(({ name }) => name).filter((name) => !bookkeeping.has(name)),
    )
  }

  async now(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ states: string[] }>({ name: 'changes', text: this.#statement })
    return rows[0]!.states
  }

  /** The tables that are other than they were. */
  since(before: readonly string[], now: readonly string[]): string[] {
    return this.#names.filter((_, at) => before[at] !== now[at])
  }

  /** The state once nothing has moved for a while; null where something always does. */
  async settled(): Promise<string[] | null> {
    let before = await this.now()
    for (let still = 0, tries = 0; tries < 100; tries += 1) {
      await delay(50)
      const now = await this.now()
      still = this.since(before, now).length === 0 ? still + 1 : 0
      if (still === 4) return now
      before = now
    }
    return null
  }
}
