import { argon2, createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import pg from 'pg'
import { newId } from '../server/src/platform/ids.ts'
import { serveFloor } from './floor-server.ts'

/*
 * The floor: bare node:http and the driver with named statements on the same tables. The session is
 * looked up in each call's own statement by the SHA-256 of an opaque token; refresh really rotates.
 * Each call reads and writes the same rows and answers the same fields in one statement; it has no contract, limits,
 * keys, audit or mail: what it costs to do the least, honestly.
 */

const port = Number(process.argv[2])
// Kept open while the product has its turn: with the driver's ten seconds half of the floor's turns began with opening all twenty anew.
const pool = new pg.Pool({ ...JSON.parse(process.argv[3]!), max: 20, idleTimeoutMillis: 0 })
const query = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values })

const me = `with me as (select user_id from platform.sessions
  where access_hash = $1 and access_expires_at > now() and user_state = 'active')`
const columns = `s.id, s.name, s.description, s.address, s.city, s.region, s.country, s.postal_code, s.subdomain,
  s.code, s.billing_entity_id, s.plan_id, s.install_preference, s.created_at, m.role,
  b.name as billing_name, b.brand, b.last_four`
const joined = `me join customers.members m on m.user_id = me.user_id
  join customers.sites s on s.id = m.place_id left join customers.billing_entities b on b.id = s.billing_entity_id`
const sql = {
  check: `${me} select u.id, u.email, u.first_name, u.last_name from me join customers.users u on u.id = me.user_id where u.id = $2`,
  list: `${me} select ${columns}, case when s.standing <> 'ok' then s.standing when m.role = 'User' then 'running'
      when u.status = 'trialing' then 'trial' when u.status = 'past_due' then 'past_due' else 'running' end as state,
    (select count(*)::int from customers.members w where w.place_id = s.id and w.kind = 'site') as people,
    case when u.cancel_at is null then case u.phase when 'trial' then u.trial_ends_at
      when 'period' then coalesce(u.resumes_at, u.current_period_end) when 'paused' then u.resumes_at end end as next_at,
    p.name as plan_name, p.amount, p.currency, b.country as payer_country, b.region as payer_region
    from ${joined} left join payments.subscriptions u on u.site_id = s.id and u.status <> 'canceled'
    left join payments.plans p on p.id = s.plan_id
    where m.kind = 'site' and s.deleted_at is null order by m.place_id limit 25`,
  one: `${me} select ${columns} from ${joined} where m.place_id = $2 and s.deleted_at is null`,
  update: `${me}, changed as (update customers.sites s set name = $3, version = version + 1 from me, customers.members m
    where s.id = $2 and m.place_id = s.id and m.user_id = me.user_id and m.role in ('Owner', 'Admin') and s.deleted_at is null
    returning s.*, m.role)
    select ${columns.replace('m.role', 's.role')} from changed s left join customers.billing_entities b on b.id = s.billing_entity_id`,
  create: `${me}, payer as (select b.*, me.user_id from me join customers.members m on m.user_id = me.user_id
      join customers.billing_entities b on b.id = m.place_id
      where m.place_id = $6 and m.role in ('Owner', 'Admin') and b.deleted_at is null for key share of b),
    plan as (select id from payments.plans where id = $7 and active),
    site as (insert into customers.sites (id, name, description, subdomain, code, billing_entity_id, plan_id)
      select $2, $3, '', $4, $5, payer.id, plan.id from payer, plan returning *),
    host as (insert into customers.host_names (name, kind, place_id, state) select subdomain, 'site', id, 'live' from site),
    member as (insert into customers.members (kind, place_id, user_id, role)
      select 'site', site.id, payer.user_id, 'Owner' from site, payer returning role),
    subscription as (insert into payments.subscriptions (id, billing_entity_id, site_id, status, trial_ends_at)
      select $8, billing_entity_id, id, 'trialing', now() + interval '14 days' from site returning id, billing_entity_id),
    item as (insert into payments.subscription_items (id, subscription_id, billing_entity_id, plan_id)
      select $9, subscription.id, subscription.billing_entity_id, site.plan_id from subscription, site)
    select ${columns.replace('m.role', "'Owner' as role")} from site s join payer b on b.id = s.billing_entity_id`,
  refresh: `update platform.sessions set refresh_hash = $2, previous_refresh_hash = refresh_hash, access_hash = $3,
    access_expires_at = now() + interval '15 minutes', rotated_at = now() where refresh_hash = $1 and idle_expires_at > now() returning user_id`,
  account: `select a.id as user_id, a.password_hash from auth.emails e join auth.accounts a on a.id = e.user_id where e.email = $1`,
  session: `insert into platform.sessions (id, user_id, access_hash, access_expires_at, refresh_hash, idle_expires_at, absolute_expires_at)
    values ($1, $2, $3, now() + interval '15 minutes', $4, now() + interval '7 days', now() + interval '30 days')`,
}

const hash = (token: string) => createHash('sha256').update(token).digest()
const token = () => randomBytes(32).toString('base64url')
const code = () => Array.from(randomBytes(8), (byte) => '23456789ABCDEFGHJKMNPQRSTUVWXYZ'[byte % 31]).join('')
const derive = promisify(argon2)

async function verify(encoded: string, password: string): Promise<boolean> {
  const [, , , , salt, digest] = encoded.split('$') as string[]
  const tag = await derive('argon2id', {
    message: Buffer.from(password),
    nonce: Buffer.from(salt!, 'base64'),
    parallelism: 1,
    tagLength: 32,
    memory: 19456,
    passes: 2,
  })
  return Buffer.from(tag).equals(Buffer.from(digest!, 'base64'))
}

async function answer(request: IncomingMessage, body: URLSearchParams): Promise<unknown> {
  const path = request.url!
  const bearer = hash((request.headers.authorization ?? '').slice(7))
  const id = path.split('/')[4]?.split('?')[0]
  if (path.startsWith('/api/v1/users/')) return (await query('check', sql.check, [bearer, id])).rows[0]
  if (path === '/api/v1/refresh') {
    const [access, refresh] = [token(), token()]
    const { rowCount } = await query('refresh', sql.refresh, [
      hash(body.get('token')!),
      hash(refresh),
      hash(access),
    ])
    return rowCount ? { token: access, refresh } : undefined
  }
  if (path === '/api/v1/login') {
    const { rows } = await query('account', sql.account, [body.get('username')])
    if (!rows[0] || !(await verify(rows[0].password_hash, body.get('password')!))) return undefined
    const [access, refresh] = [token(), token()]
    await query('session', sql.session, [newId(), rows[0].user_id, hash(access), hash(refresh)])
    return { token: access, refresh }
  }
  if (request.method === 'POST') {
    const values = [
      bearer,
      newId(),
      body.get('name'),
      body.get('subdomain'),
      code(),
      body.get('billing_entity_id'),
      body.get('plan_id'),
      newId(),
      newId(),
    ]
    return (await query('create', sql.create, values)).rows[0]
  }
  if (request.method === 'PUT')
    return (await query('update', sql.update, [bearer, id, body.get('name')])).rows[0]
  if (id) return (await query('one', sql.one, [bearer, id])).rows[0]
  return (await query('list', sql.list, [bearer])).rows
}

serveFloor(port, (request, body) => answer(request, new URLSearchParams(body)))
