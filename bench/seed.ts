import { createHash } from 'node:crypto'
import type pg from 'pg'

/** How much is there: accounts, each with so many sites, one payer and one session. */
export interface Seed {
  accounts: number
  sitesEach: number
}

/** The token of the n-th account's session; the database holds only its hash. */
export const accessToken = (account: number) =>
  `bench-access-token-${String(account).padStart(9, '0')}-${'x'.repeat(14)}`

const hash = (token: string) => createHash('sha256').update(token).digest('hex')
const tokenHashOf = (account: number) => hash(accessToken(account))

/** A UUID whose last digits are a number: `kind` keeps the kinds of rows apart. */
export const idOf = (kind: 'a' | 'b' | 'c', n: number) =>
  `01900000-0000-7000-8${kind}00-${n.toString(16).padStart(12, '0')}`

const sqlId = (kind: 'a' | 'b' | 'c' | 'd' | 'e', n: string) =>
  `('01900000-0000-7000-8${kind}00-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/**
 * Fills an empty, migrated database. Sites of one account are spread over the table, as they would be
 * after years: the n-th account owns sites n, n + accounts, n + 2 × accounts and so on.
 */
export async function seed(client: pg.Client, { accounts, sitesEach }: Seed, planId: string): Promise<void> {
  const sites = accounts * sitesEach
  const steps = [
    `insert into auth.accounts (id, password_hash, confirmed_at) select ${sqlId('a', 'n')}, '', now() from generate_series(0, ${accounts - 1}) n`,
    `insert into auth.emails (email, user_id) select 'person' || n || '@bench.example', ${sqlId('a', 'n')} from generate_series(0, ${accounts - 1}) n`,
    `insert into customers.users (id, email, first_name, last_name, city, region, country, onboarded)
     select ${sqlId('a', 'n')}, 'person' || n || '@bench.example', 'Person', 'No ' || n, 'Calgary', 'AB', 'Canada', 1
     from generate_series(0, ${accounts - 1}) n`,
    `insert into customers.billing_entities (id, name, email, phone, country, region, currency)
     select ${sqlId('b', 'n')}, 'Payer ' || n, 'person' || n || '@bench.example', '4035550101', 'Canada', 'AB', 'cad'
     from generate_series(0, ${accounts - 1}) n`,
    `insert into customers.members (kind, place_id, user_id, role)
     select 'billing_entity', ${sqlId('b', 'n')}, ${sqlId('a', 'n')}, 'Owner' from generate_series(0, ${accounts - 1}) n`,
    `insert into customers.sites (id, name, description, address, city, region, country, postal_code, subdomain, code,
       billing_entity_id, plan_id, install_preference)
     select ${sqlId('c', 'n')}, 'Site ' || n, 'North pasture and the yard behind the elevator', '12 Range Road', 'Calgary', 'AB',
       'Canada', 'T2P 1J9', 'bench-' || n, translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', '23456789ABCDEFGH'), ${sqlId('b', `n % ${accounts}`)}, '${planId}',
       '{"unit":"metric","operation_type":"01900000-0000-7000-8000-000000000001"}'
     from generate_series(0, ${sites - 1}) n`,
    `insert into customers.host_names (name, kind, place_id, state) select 'bench-' || n, 'site', ${sqlId('c', 'n')}, 'live'
     from generate_series(0, ${sites - 1}) n`,
    `insert into customers.members (kind, place_id, user_id, role)
     select 'site', ${sqlId('c', 'n')}, ${sqlId('a', `n % ${accounts}`)}, 'Owner' from generate_series(0, ${sites - 1}) n`,
    // On trial, as every site is at first. Where there were none yet, PostgreSQL would plan for an empty table what then meets a full one.
    `insert into payments.subscriptions (id, billing_entity_id, site_id, status, phase, trial_ends_at, due_at)
     select ${sqlId('d', 'n')}, ${sqlId('b', `n % ${accounts}`)}, ${sqlId('c', 'n')}, 'trialing', 'trial',
       now() + interval '14 days', now() + interval '11 days'
     from generate_series(0, ${sites - 1}) n`,
    `insert into payments.subscription_items (id, subscription_id, billing_entity_id, plan_id)
     select ${sqlId('e', 'n')}, ${sqlId('d', 'n')}, ${sqlId('b', `n % ${accounts}`)}, '${planId}'
     from generate_series(0, ${sites - 1}) n`,
  ]
  // Rows that are right by how they are made need not be looked up one by one: a million sites in a minute.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
  for (const step of steps) await client.query(step)
  await client.query(`reset session_replication_role; reset synchronous_commit`)
  await sessions(client, Math.min(accounts, 2000))
  await client.query('vacuum analyze')
}

async function sessions(client: pg.Client, count: number): Promise<void> {
  const hashes = Array.from({ length: count }, (_, n) => Buffer.from(tokenHashOf(n), 'hex'))
  await client.query(
    `insert into platform.sessions (id, user_id, access_hash, access_expires_at, refresh_hash, idle_expires_at, absolute_expires_at)
     select ${sqlId('c', '(h.n - 1 + 268435456)::int')}, ${sqlId('a', '(h.n - 1)::int')}, h.hash, now() + interval '1 day',
       sha256(h.hash), now() + interval '7 days', now() + interval '30 days'
     from unnest($1::bytea[]) with ordinality as h(hash, n)`,
    [hashes],
  )
}
