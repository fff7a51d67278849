import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import pg from 'pg'
import { serveFloor } from './floor-server.ts'

/*
 * The floor of the site app: bare node:http and the driver with named statements on the same tables. The cookie is looked up
 * with its host in each call's own statement; each call reads the same rows by the same indexes and answers the same fields.
 * Recording writes the same rows: the chain and the copied label too, but what an animal's card and hold are then is made up,
 * neither judged nor folded.
 */

const port = Number(process.argv[2])
const pool = new pg.Pool({
  ...JSON.parse(process.argv[3]!),
  max: 20,
  // Kept open while the product has its turn.
  idleTimeoutMillis: 0,
  // As the product asks of its connections: found by key, planned once.
  options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
})

const visitor = `with visitor as (select place_id, user_id from platform.visitors where token_hash = $1 and host_name = $2
  and place_kind = 'site' and not is_former and standing <> 'stopped' and role = any('{Owner,Admin,User}'))`
const card = 'a.id, a.as_of, a.status, a.same_as, a.pen_id, a.lot_id, a.main_tag, a.clear_at, a.card'
const because = `json_build_object('event_id', w.event_id, 'commodity', w.commodity, 'market', w.market, 'why', w.why, 'clear_at', w.clear_at,
  'provisional', w.provisional, 'product_name', t.product_name)`
const treatmentOf = `left join lateral (select t.row::json ->> 'product_name' as product_name from herd.treatments t
  where t.site_id = w.site_id and t.animal_id = w.animal_id and t.event_id = w.event_id offset 0) t on true`
const names = `(select p.name from herd.pens p where p.site_id = a.site_id and p.id = a.pen_id) as pen_name,
  (select l.name from herd.lots l where l.site_id = a.site_id and l.id = a.lot_id) as lot_name`
const heldBy = `herd.withdrawals w ${treatmentOf}
  where w.site_id = a.site_id and w.animal_id = a.id`

const sql = {
  fragment: `${visitor} select a.* from visitor left join lateral (
    with near as (
      (select i.animal_id, case when i.value = $3 then 0 else 1 end as rank from herd.identifiers i
       where i.site_id = visitor.place_id and i.value >= $3::text and i.value < $4::text order by i.value limit $8)
      union all
      (select i.animal_id, 2 from herd.identifiers i
       where i.site_id = visitor.place_id and i.reversed >= $5::text and i.reversed < $6::text order by i.reversed limit $8)),
    wanted as (select array_agg(right(replace(visitor.place_id::text, '-', ''), 12) || gram) as grams from unnest($7::text[]) gram),
    inside as (
      select i.animal_id, 3 as rank from wanted w join herd.identifiers i on i.grams @> w.grams
      where (i.site_id = visitor.place_id) is true and strpos(i.value, $3::text) > 0
        and (select count(distinct animal_id) from near) < $8 limit $8)
    select ${card}, ${names}, n.rank from (select animal_id, min(rank) as rank from (table near union all table inside) h group by animal_id) n
    join herd.animals a on a.site_id = visitor.place_id and a.id = n.animal_id
    order by n.rank, a.main_tag, a.id limit $8) a on true`,
  animal: `${visitor} select a.*, ${names},
    (select json_agg(json_build_object('kind', kind, 'value', value, 'typed', typed, 'from_at', from_at, 'to_at', to_at) order by from_at, kind, value)
     from herd.identifiers i where i.site_id = a.site_id and i.animal_id = a.id) as identifiers,
    (select json_agg(${because} order by w.clear_at desc, w.event_id, w.commodity, w.market) from ${heldBy}) as withdrawals,
    (select json_agg(json_build_object('kind', kind, 'subject', subject) order by kind, subject)
     from herd.findings f where f.site_id = a.site_id and f.animal_id = a.id) as findings,
    (select json_agg(json_build_object('event_id', event_id, 'at', at, 'grams', grams, 'typed', typed, 'unit', unit, 'source', source)
       order by at, event_id) from (
       select * from herd.weights w where w.site_id = a.site_id and w.animal_id = a.id order by at desc, event_id desc limit 200) w) as weights,
    (select json_object_agg(s.person_id, s.name) from platform.site_people s where s.site_id = a.site_id) as people,
    (select json_agg(json_build_object('at', l.at, 'n', l.n, 'record', l.record, 'pen_name', p.name, 'lot_name', g.name)
       order by l.at desc, l.n desc) from (
       select l.site_id, l.at, l.n, e.record,
         case when e.kind in ('entered', 'moved') then (e.record::json #>> '{event,body,pen}')::uuid end as pen,
         case when e.kind in ('entered', 'lot_joined') then (e.record::json #>> '{event,body,lot}')::uuid end as lot
       from herd.event_animals l join herd.events e on e.site_id = l.site_id and e.n = l.n
       where l.site_id = a.site_id and l.animal_id = any(f.ids) order by l.at desc, l.n desc limit 51) l
       left join herd.pens p on p.site_id = l.site_id and p.id = l.pen
       left join herd.lots g on g.site_id = l.site_id and g.id = l.lot) as events,
    (select json_agg(json_build_object('at', t.at, 'record', e.record)) from herd.treatments t
       join herd.events e on e.site_id = t.site_id and e.id = t.event_id
       where t.site_id = a.site_id and t.animal_id = a.id and strpos(t.row, '"fed":"yes"') > 0) as fed,
    (select json_agg(e.record) from herd.event_animals l join herd.events e on e.site_id = l.site_id and e.n = l.n
     where l.site_id = a.site_id and l.animal_id = any(f.ids) and e.kind = 'void') as voids
    from visitor join herd.animals a on a.site_id = visitor.place_id and a.id = $3
    cross join lateral (select array(select a.id union all select o.id from herd.animals o where o.site_id = a.site_id and o.same_as = a.id) as ids) f`,
  holds: `${visitor} select a.*, (select json_agg(json_build_object('held', ${because}, 'kind', e.kind,
      'said', case when e.kind = 'hold_set' then e.record::json #>> '{event,body,reason}' end) order by w.clear_at desc, w.event_id, w.commodity)
      from herd.withdrawals w join herd.events e on e.site_id = w.site_id and e.id = w.event_id
      ${treatmentOf}
      where w.site_id = a.site_id and w.animal_id = a.id
      and w.clear_at > now() and w.market = g.context::json ->> 'home') as because
    from visitor join herd.ledgers g on g.site_id = visitor.place_id cross join lateral (
      select * from herd.animals a where a.site_id = visitor.place_id and a.status = 'here' and a.clear_at > now()
      order by a.clear_at, a.id limit 51) a order by a.clear_at, a.id`,
  pens: `${visitor} select g.id, g.name, c.head, c.held from visitor cross join lateral (
      select * from herd.pens where site_id = visitor.place_id offset 0) g cross join lateral (
      select count(*)::int as head, (count(*) filter (where a.clear_at > now()))::int as held from herd.animals a
      where a.site_id = g.site_id and a.pen_id = g.id and a.status = 'here') c order by lower(g.name)`,
  load: `${visitor} select a.id, a.status, a.main_tag, a.card, p.name as pen, (select json_agg(${because} order by w.clear_at desc, w.event_id)
      from ${heldBy} and w.clear_at > l.load_at and w.commodity = 'meat' and w.market in (l.market, g.context::json ->> 'home')) as because
    from visitor join herd.ledgers g on g.site_id = visitor.place_id
    join herd.ship_lists l on l.site_id = visitor.place_id and l.id = $3
    join herd.ship_entries e on e.site_id = l.site_id and e.list_id = l.id
    join herd.animals a on a.site_id = e.site_id and a.id = e.animal_id
    left join herd.pens p on p.site_id = a.site_id and p.id = a.pen_id`,
  lock: `${visitor} select g.site_id, g.n, g.head, visitor.user_id, (select uses from herd.product_versions p where p.site_id = g.site_id and p.id = $3) as uses
    from visitor join herd.ledgers g on g.site_id = visitor.place_id for update of g`,
  append: `with moved as (update herd.ledgers set n = $2, head = $3 where site_id = $1),
    events as (insert into herd.events (site_id, n, id, kind, received_at, record, hash)
      select $1, e.* from unnest($4::int8[], $5::uuid[], $6::text[], $7::timestamptz[], $8::text[], $9::bytea[]) e),
    links as (insert into herd.event_animals (site_id, animal_id, at, n) select $1, l.* from unnest($10::uuid[], $11::timestamptz[], $4::int8[]) l),
    cards as (update herd.animals a set as_of = c.n, clear_at = c.clear_at, card = c.card
      from unnest($10::uuid[], $4::int8[], $12::timestamptz[], $13::text[]) as c (id, n, clear_at, card) where a.site_id = $1 and a.id = c.id),
    treatments as (insert into herd.treatments (site_id, animal_id, event_id, at, product_id, row)
      select $1, t.* from unnest($10::uuid[], $5::uuid[], $11::timestamptz[], $14::uuid[], $15::text[]) t)
    insert into herd.withdrawals (site_id, animal_id, event_id, commodity, market, why, clear_at)
    select $1, animal, event, 'meat', 'CA', 'label', clear_at from unnest($10::uuid[], $5::uuid[], $12::timestamptz[]) as w (animal, event, clear_at)`,
}

const query = (on: pg.Pool | pg.PoolClient, name: keyof typeof sql, values: unknown[]) =>
  on.query({ name, text: sql[name], values })

interface Row {
  card: string
  events?: { record: string }[]
}
const shown = ({ card: text, events, ...row }: Row) => ({
  ...row,
  ...JSON.parse(text),
  ...(events
    ? { events: events.map(({ record, ...event }) => ({ ...event, ...JSON.parse(record).event })) }
    : {}),
})

interface Sent {
  id: string
  kind: string
  at: string
  animals: [string]
  body: { product: string; product_name: string; route: string }
}

const days = 40 * 86_400_000

async function append(caller: unknown[], events: readonly Sent[]): Promise<unknown> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await query(client, 'lock', [...caller, events[0]!.body.product])
    const { site_id: site, user_id: person, uses, ...standing } = rows[0]
    const received_at = new Date().toISOString()
    let { head } = standing as { head: Buffer }
    const first = Number(standing.n) + 1
    const copied = { version: events[0]!.body.product, uses: JSON.parse(uses) }
    const kept = events.map((event, index) => {
      const record = JSON.stringify({ copied, event, n: first + index, person, received_at, site })
      head = createHash('sha256').update(head).update(record).digest()
      const clear_at = new Date(Date.parse(event.at) + days).toISOString()
      const { product, product_name, route } = event.body
      const row = JSON.stringify({
        precision: 'instant',
        product_name,
        use: 'label',
        planned: 0,
        route,
        at: event.at,
        product,
      })
      const state = { ...cardOf(event, clear_at), n: first + index }
      return { event, n: first + index, record, hash: head, clear_at, row, state: JSON.stringify(state) }
    })
    const all = <T>(of: (one: (typeof kept)[number]) => T) => kept.map(of)
    await query(client, 'append', [
      site,
      kept.at(-1)!.n,
      head,
      all(({ n }) => n),
      all(({ event }) => event.id),
      all(({ event }) => event.kind),
      all(() => received_at),
      all(({ record }) => record),
      all(({ hash }) => hash),
      all(({ event }) => event.animals[0]),
      all(({ event }) => event.at),
      all(({ clear_at }) => clear_at),
      all(({ state }) => state),
      all(({ event }) => event.body.product),
      all(({ row }) => row),
    ])
    await client.query('commit')
    client.release()
    const numbers = kept.map(({ event: { id }, n }) => ({ id, n }))
    return { events: numbers, n: kept.at(-1)!.n, server_time: received_at }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** As long as a card of the seed, and read by nobody but the floor. */
const cardOf = ({ animals: [animal] }: Sent, clear_at: string) => ({
  status: 'here',
  species: 'cattle',
  class: 'beef',
  origin: 'born',
  pen: animal,
  entered_at: 0,
  tags: [
    { kind: 'eid', value: '124000000000000', typed: '124000000000000' },
    { kind: 'visual', value: 'R000000', typed: 'R000000' },
  ],
  weight: { event: animal, at: 0, grams: 250_000, typed: '250', unit: 'kg', source: 'measured' },
  holds: [{ market: 'CA', commodity: 'meat', clear_at: Date.parse(clear_at) }],
})

/** Reads the animals of a list with their holds, and says no more of them than the product. */
async function judge(caller: unknown[], id: string): Promise<unknown> {
  const { rows } = await query(pool, 'load', [...caller, id])
  const may_not = rows.filter(({ because }) => because !== null).length
  return { id, may: rows.length - may_not, may_not }
}

const hash = (token: string) => createHash('sha256').update(token).digest()
const backwards = (text: string) => [...text].reverse().join('')

async function answer({ url, method, headers }: IncomingMessage, body: string): Promise<unknown> {
  const { pathname, searchParams } = new URL(url!, 'http://floor')
  const token = /byre_session=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? ''
  const caller = [hash(token), headers.host!.split('.')[0]]
  const [, , , of, id] = pathname.split('/')
  if (of === 'ship-lists') return judge(caller, id!)
  if (method === 'POST') return append(caller, JSON.parse(body).events)
  if (pathname === '/app/v1/pens') return { pens: (await query(pool, 'pens', caller)).rows }
  if (pathname === '/app/v1/holds') return { holds: (await query(pool, 'holds', caller)).rows.map(shown) }
  if (id) return (await query(pool, 'animal', [...caller, id])).rows.map(shown)[0]
  const q = searchParams.get('q')!
  const grams = Array.from({ length: Math.max(0, q.length - 2) }, (_, at) => q.slice(at, at + 3))
  const reversed = backwards(q)
  const values = [
    ...caller,
    q,
    `${q}\u{10FFFF}`,
    reversed,
    `${reversed}\u{10FFFF}`,
    grams,
    Number(searchParams.get('limit')),
  ]
  return { animals: (await query(pool, 'fragment', values)).rows.filter((row) => row.id).map(shown) }
}

serveFloor(port, answer)
