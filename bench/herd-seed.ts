import { createHash } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../server/src/platform/start/migrate.ts'
import { idOf, seed } from './seed.ts'

/* Herds of many sites, written by SQL as the product would have left them: `byre herd rebuild` finds nothing to change. */

export interface HerdSize {
  sites: number
  /** Of the first site, the large one. */
  head: number
  /** Of all sites. */
  treatments: number
}

/** Besides the large one: where people record, and one of a thousand head; all others are tiny. */
export const workingSites = [1, 2, 3, 4]
export const smallSite = 5
export const headOf = { working: 5000, small: 1000, other: 100 }

/** The first animals of each site have 50 events, however many treatments there are. */
export const withFifty = 100
/** One in twenty is held, and was treated lately. */
export const isHeld = (animal: number) => animal % 20 === 7

type Kind = 'animal' | 'event' | 'pen' | 'product' | 'version'
const marks: Record<Kind, string> = { animal: '80', event: '81', pen: '82', product: '83', version: '84' }

/** The n-th of a kind at a site, as an id whose last digits say so. */
export const herdId = (kind: Kind, site: number, n: number) =>
  `01910000-0000-7000-${marks[kind]}00-${site.toString(16).padStart(4, '0')}${n.toString(16).padStart(8, '0')}`

const sqlId = (kind: Kind, site: string, n: string) =>
  `('01910000-0000-7000-${marks[kind]}00-' || lpad(to_hex(${site}), 4, '0') || lpad(to_hex(${n}), 8, '0'))`
const siteId = (site: string) => `('01900000-0000-7000-8c00-' || lpad(to_hex(${site}), 12, '0'))`
const personId = (site: string) => `('01900000-0000-7000-8a00-' || lpad(to_hex(${site}), 12, '0'))`

export const productName = 'Demo 40'
const labelDays = 40
const uses =
  `[{"classes":["beef"],"country":"CA","figures":[{"commodity":"meat","days":${labelDays},"kind":"days"}],` +
  `"read_on":"2026-11-23","route":"SC","source":"A label for measuring","species":"cattle"}]`
const context =
  '{"class":"beef","commodities":["meat"],"daysIfUnknown":60,"home":"CA","markets":["CA"],"species":"cattle",' +
  '"zone":"America/Edmonton"}'

/** What animal `n` bears to be read by eye. */
export const visualTag = (n: number) => `R${String((n * 7) % 1_000_000).padStart(6, '0')}`

/** The cookie of the owner of the n-th site on its host. */
export const cookieOf = (site: number) => `bench-cookie-${String(site).padStart(9, '0')}-${'x'.repeat(20)}`

const ms = (time: string) => `(extract(epoch from ${time}) * 1000)::int8`
const iso = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Canonical JSON of an event and what the server added, out of `due`. */
const recordOf = (kind: string, body: string, copied = '') =>
  `'{${copied}"event":{"animals":["' || d.animal || '"],"at":"' || ${iso('d.at')} || '","body":' || ${body} ||
   ',"clock":{"device_at":"' || ${iso('d.at')} || '","offset_ms":0},"id":"' || d.event || '","kind":"${kind}","precision":"instant",' ||
   '"seq":' || d.n || ',"stream":"' || d.site || '","v":1},"n":' || d.n || ',"person":"' || ${personId('d.s')} ||
   '","received_at":"' || ${iso("(d.at + interval '1 minute')")} || '","site":"' || d.site || '"}'`

const eid = `'124' || lpad(((d.s * 1000000::int8 + d.i) * 127)::text, 12, '0')`
const visual = `'R' || lpad((d.i * 7 % 1000000)::text, 6, '0')`
const pen = sqlId('pen', 'd.s', 'd.i % d.pens')
const version = sqlId('version', 'd.s', '1')

const bodies = {
  entered: `'{"origin":"born","tags":[{"kind":"eid","value":"' || ${eid} || '"},{"kind":"visual","value":"' || ${visual} || '"}]}'`,
  moved: `'{"pen":"' || ${pen} || '"}'`,
  weighed: `'{"source":"measured","weight":{"base":' || 250000 + d.r * 5000 || ',"typed":"' || 250 + d.r * 5 || '","unit":"kg"}}'`,
  treated: `'{"product":"' || ${version} || '","product_name":"${productName}","route":"SC"}'`,
}
const copied = `"copied":{"uses":${uses},"version":"' || ${version} || '"},`

const insertEvents = (kind: keyof typeof bodies) => `
  insert into herd.events (site_id, n, id, kind, received_at, record, hash)
  select d.site::uuid, d.n, d.event::uuid, '${kind}', d.at + interval '1 minute', e.record, sha256(convert_to(e.record, 'UTF8'))
  from due d, lateral (select ${recordOf(kind, bodies[kind], kind === 'treated' ? copied : '')} as record offset 0) e
  where d.kind = '${kind}'`

const gramsOf = (value: string) =>
  `array(select distinct right(replace(d.site, '-', ''), 12) || substr(${value}, g, 3) from generate_series(1, length(${value}) - 2) g order by 1)`
const insertTag = (kind: string, value: string) => `
  insert into herd.identifiers (site_id, animal_id, event_id, kind, value, typed, from_at, reversed, grams)
  select d.site::uuid, d.animal::uuid, d.event::uuid, '${kind}', v.value, v.value, d.at, reverse(v.value), ${gramsOf('v.value')}
  from due d, lateral (select ${value} as value offset 0) v where d.kind = 'entered'`

/** What each event leaves besides itself, in the order of `due`. */
const projections = [
  `insert into herd.event_animals (site_id, animal_id, at, n) select site::uuid, animal::uuid, at, n from due`,
  insertTag('eid', eid),
  insertTag('visual', visual),
  `insert into herd.stays (site_id, animal_id, event_id, pen_id, from_at)
   select site::uuid, animal::uuid, event::uuid, ${pen}::uuid, at from due d where kind = 'moved'`,
  `insert into herd.weights (site_id, animal_id, event_id, at, grams, typed, unit, source)
   select site::uuid, animal::uuid, event::uuid, at, 250000 + r * 5000, (250 + r * 5)::text, 'kg', 'measured' from due where kind = 'weighed'`,
  `insert into herd.treatments (site_id, animal_id, event_id, at, product_id, row)
   select site::uuid, animal::uuid, event::uuid, at, ${version}::uuid,
     '{"precision":"instant","product_name":"${productName}","use":"label","planned":0,"route":"SC","at":' || ${ms('at')} ||
     ',"product":"' || ${version} || '"}' from due d where kind = 'treated'`,
  `insert into herd.withdrawals (site_id, animal_id, event_id, commodity, market, why, clear_at)
   select site::uuid, animal::uuid, event::uuid, 'meat', 'CA', 'label', at + interval '${labelDays * 24} hours' from due where kind = 'treated'`,
]

const weightOf = (column: string) => `
  select ${column} from herd.weights w where w.site_id = d.site::uuid and w.animal_id = d.animal::uuid order by w.at desc limit 1`
const cards = `
  insert into herd.animals (site_id, id, as_of, status, pen_id, main_tag, clear_at, card)
  select d.site::uuid, d.animal::uuid, l.n, 'here', ${pen}::uuid, ${visual}, h.clear_at,
    '{"status":"here","species":"cattle","class":"beef","origin":"born","pen":"' || ${pen} || '","entered_at":' || ${ms('f.at')} ||
    ',"tags":[{"kind":"eid","value":"' || ${eid} || '","typed":"' || ${eid} || '"},{"kind":"visual","value":"' || ${visual} ||
    '","typed":"' || ${visual} || '"}],"weight":{"event":"' || w.event_id || '","at":' || ${ms('w.at')} || ',"grams":' || w.grams ||
    ',"typed":"' || w.typed || '","unit":"kg","source":"measured"},"holds":[{"market":"CA","commodity":"meat","clear_at":' ||
    coalesce(${ms('h.clear_at')}, 0) || '}]}'
  from herd_animals d
  cross join lateral (select n from herd.event_animals e where e.site_id = d.site::uuid and e.animal_id = d.animal::uuid
    order by at desc, n desc limit 1) l
  cross join lateral (select at from herd.event_animals e where e.site_id = d.site::uuid and e.animal_id = d.animal::uuid
    order by at, n limit 1) f
  cross join lateral (${weightOf('w.event_id, w.at, w.grams, w.typed')}) w
  cross join lateral (select max(clear_at) as clear_at from herd.withdrawals x
    where x.site_id = d.site::uuid and x.animal_id = d.animal::uuid) h`

/** Migrates and fills an empty database; the owner of each site is at its app. */
export async function seedHerds(connection: pg.PoolConfig, size: HerdSize): Promise<void> {
  await migrate(connection)
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const plan = await client.query<{ id: string }>('select id from payments.plans limit 1')
  await seed(client, { accounts: size.sites, sitesEach: 1 }, plan.rows[0]!.id)
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set timezone = 'UTC'`,
  )
  await openApps(client, size.sites)
  await planHerds(client, size)
  await writeEvents(client)
  await client.query(cards)
  await client.query(
    `insert into herd.ledgers (site_id, n, head, context)
     select ${siteId('s')}::uuid, n, (select hash from herd.events e where e.site_id = ${siteId('s')}::uuid and e.n = p.n), $1 from herd_sites p`,
    [context],
  )
  await client.query('reset all')
  await client.query('vacuum analyze')
  await client.end()
}

/** Sessions of owners on their sites' hosts; each site set up, with a product in its cabinet. */
async function openApps(client: pg.Client, sites: number): Promise<void> {
  const hashes = Array.from({ length: sites }, (_, n) => createHash('sha256').update(cookieOf(n)).digest())
  const { rows } = await client.query<{ id: string; user_id: string }>(
    'select id, user_id from platform.sessions',
  )
  const sessions = new Map(rows.map(({ id, user_id }) => [user_id, id]))
  await client.query(
    `insert into tenants.sessions (id, token_hash, place_id, user_id, portal_session_id)
     select p, h, ${siteId('(n - 1)::int')}::uuid, ${personId('(n - 1)::int')}::uuid, p
     from unnest($1::bytea[], $2::uuid[]) with ordinality as t (h, p, n)`,
    [hashes, hashes.map((_, n) => sessions.get(idOf('a', n)))],
  )
  await client.query(
    `insert into herd.settings (site_id, kind, zone, markets)
     select ${siteId('s')}::uuid, 'feedlot', 'America/Edmonton', '{CA}' from generate_series(0, ${sites - 1}) s`,
  )
  await client.query(
    `insert into herd.products (site_id, id, name, version_id)
     select ${siteId('s')}::uuid, ${sqlId('product', 's', '1')}::uuid, '${productName}', ${sqlId('version', 's', '1')}::uuid
     from generate_series(0, ${sites - 1}) s`,
  )
  await client.query(
    `insert into herd.product_versions (site_id, id, product_id, version, uses, person_id)
     select ${siteId('s')}::uuid, ${sqlId('version', 's', '1')}::uuid, ${sqlId('product', 's', '1')}::uuid, 1, $1, ${personId('s')}::uuid
     from generate_series(0, ${sites - 1}) s`,
    [uses],
  )
}

/** Which animals there are, how many treatments and weighings each has had, and in which pen it stands. */
async function planHerds(client: pg.Client, { sites, head, treatments }: HerdSize): Promise<void> {
  const heads = Array.from({ length: sites }, (_, n) =>
    n === 0
      ? head
      : workingSites.includes(n)
        ? headOf.working
        : n === smallSite
          ? headOf.small
          : headOf.other,
  )
  const each = treatments / heads.reduce((sum, one) => sum + one, 0)
  const [least, more] = [Math.floor(each), Math.round((each % 1) * 1000)]
  await client.query('create temp table herd_sites (s int primary key, head int, pens int, n int8)')
  await client.query(
    `insert into herd_sites select n - 1, h, greatest(4, h / 500), 0 from unnest($1::int[]) with ordinality as t (h, n)`,
    [heads],
  )
  await client.query(
    `create temp table herd_animals as
     select s, i, pens, ${siteId('s')} as site, ${sqlId('animal', 's', 'i')} as animal, i % 20 = 7 as held,
       case when i < ${withFifty} then 10
         else greatest(${least} + case when i * 389 % 1000 < ${more} then 1 else 0 end, case when i % 20 = 7 then 1 else 0 end) end as treated,
       case when i < ${withFifty} then 38 else 1 end as weighed
     from herd_sites, generate_series(0, head - 1) i`,
  )
  await client.query(
    `insert into herd.pens (site_id, id, name)
     select ${siteId('s')}::uuid, ${sqlId('pen', 's', 'p')}::uuid, 'Pen ' || p from herd_sites, generate_series(0, pens - 1) p`,
  )
}

/**
 * Round by round, as years go by: what is of one animal lies apart. The last of a held one was some days ago, of all others
 * three months and more.
 */
async function writeEvents(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ rounds: number }>(
    'select max(2 + weighed + treated) as rounds from herd_animals',
  )
  const rounds = rows[0]!.rounds
  for (let round = 0; round < rounds; round++) {
    await client.query('drop table if exists due')
    await client.query(
      `create temp table due as
       select d.*, ${round} as r, ${sqlId('event', 'd.s', 'd.n::int')} as event from (
         select a.*, p.n + row_number() over (partition by a.s order by a.i) as n,
           case when ${round} = 0 then 'entered' when ${round} = 1 then 'moved' when ${round} < 2 + weighed then 'weighed' else 'treated' end as kind,
           date_trunc('second', case when held and ${round} = 1 + weighed + treated then now() - (i % 17) * interval '1 day' - interval '1 hour'
             else now() - interval '400 days' + ${round} * interval '300 days' / ${rounds} + (i % 7000) * interval '1 second' end) as at
         from herd_animals a join herd_sites p using (s) where 2 + weighed + treated > ${round}) d`,
    )
    await client.query('analyze due')
    for (const kind of ['entered', 'moved', 'weighed', 'treated'] as const)
      await client.query(insertEvents(kind))
    for (const statement of projections) await client.query(statement)
    await client.query(
      'update herd_sites p set n = d.n from (select s, max(n) as n from due group by s) d where d.s = p.s',
    )
  }
}
