import type pg from 'pg'

/** What statements stand on, by names such as `customers.sites`: PostgreSQL's own catalogue says it. */
export interface Catalogue {
  /** By `schema.table.column`; views too. */
  columns: ReadonlyMap<string, Column>
  /** Checks, keys and unique indexes, by `schema.table` and what each says. */
  rules: ReadonlySet<string>
}

interface Column {
  type: string
  /** An insert that does not name it is refused. */
  mustBeGiven: boolean
  /** What is read from it may be null. */
  mayBeNull: boolean
}

const mine = `n.nspname !~ '^(pg_|information_schema|pgboss|platform_migrations)'`

export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const columns = await client.query<{ name: string } & Column>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' as "mustBeGiven", not a.attnotnull as "mayBeNull"
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm') and ${mine}`,
  )
  const rules = await client.query<{ rule: string }>(
    `select n.nspname || '.' || c.relname || ' ' || pg_get_constraintdef(k.oid) as rule
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype in ('c', 'f', 'p', 'u', 'x') and ${mine}
     union all
     select n.nspname || '.' || c.relname || ' ' || regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX \\S+ ON ', ' ON ')
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where i.indisunique and ${mine}`,
  )
  return {
    columns: new Map(columns.rows.map(({ name, ...column }) => [name, column])),
    rules: new Set(rules.rows.map(({ rule }) => rule)),
  }
}

const tableOf = (name: string) => name.split('.').slice(0, 2).join('.')

/** What a program that was written for `before` would meet at `today`, a line each. */
export function breaksOf(before: Catalogue, today: Catalogue): string[] {
  const tables = new Set([...before.columns.keys()].map(tableOf))
  const columns = [...before.columns].flatMap(([name, was]) => {
    const is = today.columns.get(name)
    if (!is) return [`${name} is gone`]
    return [
      ...(is.type === was.type ? [] : [`${name} is ${is.type} and was ${was.type}`]),
      ...(is.mustBeGiven && !was.mustBeGiven ? [`${name} must now be given`] : []),
      ...(is.mayBeNull && !was.mayBeNull ? [`${name} may now be null`] : []),
    ]
  })
  const added = [...today.columns].flatMap(([name, { mustBeGiven }]) =>
    mustBeGiven && !before.columns.has(name) && tables.has(tableOf(name))
      ? [`${name} is new and must be given`]
      : [],
  )
  const rules = [...today.rules].flatMap((rule) =>
    !before.rules.has(rule) && tables.has(rule.split(' ')[0]!) ? [`a new rule: ${rule}`] : [],
  )
  return [...columns, ...added, ...rules]
}
