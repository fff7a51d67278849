import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byreProgram } from '../operators/program.ts'
import type { Place } from './place.ts'
import { eventsARow } from './work.ts'

/* What is there afterwards, against the witness: looked up in the database, and by the operator's own commands. */

interface Judgement {
  events: number
  brought: number
  lists: number
  /** What is not as it must be; nothing else is a success. */
  wrong: string[]
}

export async function judge(place: Place): Promise<Judgement> {
  const lines = place.witness.read()
  const events = lines.filter((line) => 'event' in line)
  const lists = lines.filter((line) => 'list' in line)
  const tags = lines.flatMap((line) => ('brought' in line ? line.brought : []))
  const wrong = [
    ...place.seen.complaints,
    ...(await wrongEvents(place, events)),
    ...(await wrongTags(place, tags)),
    ...(await wrongLists(place, lists)),
    ...(await wrongDepartures(place)),
    ...(await wrongTimes(place)),
    ...(await wrongBy(place, 'verify', 'fault')),
    ...(await wrongBy(place, 'rebuild', 'changed')),
  ]
  return { events: events.length, brought: tags.length, lists: lists.length, wrong }
}

async function wrongEvents(place: Place, acknowledged: readonly { event: string; n: number }[]) {
  const rows = await place.query<{ id: string; n: string }>(
    'select id, n from herd.events where site_id = $1',
    [place.site],
  )
  const numbers = new Map(rows.map(({ id, n }) => [id, Number(n)]))
  const twice = rows.length === numbers.size ? [] : ['an event is there twice']
  return [
    ...twice,
    ...acknowledged.flatMap(({ event, n }) =>
      numbers.get(event) === n
        ? []
        : [`event ${event} was acknowledged as ${n} and is ${numbers.get(event)}`],
    ),
  ]
}

/** A row that was brought is one animal with its events, each once. */
async function wrongTags(place: Place, tags: readonly string[]) {
  const rows = await place.query<{ value: string; animals: number; events: number }>(
    `select i.value, count(distinct i.animal_id)::int as animals,
       (select count(*)::int from herd.event_animals l where l.site_id = $1 and l.animal_id = any(array_agg(i.animal_id))) as events
     from herd.identifiers i where i.site_id = $1 and i.value = any($2) group by i.value`,
    [place.site, tags],
  )
  const there = new Map(rows.map((row) => [row.value, row]))
  return tags.flatMap((tag) => {
    const { animals = 0, events = 0 } = there.get(tag) ?? {}
    return animals === 1 && events === eventsARow
      ? []
      : [`tag ${tag} was brought and is on ${animals} animals with ${events} events`]
  })
}

/** What was locked stays so or has left; of what has left each animal left once. */
async function wrongLists(place: Place, acknowledged: readonly { list: string; state: string }[]) {
  const rows = await place.query<{ id: string; state: string; head: number; gone: number }>(
    `select l.id, l.state,
       (select count(*)::int from herd.ship_entries e where e.site_id = $1 and e.list_id = l.id) as head,
       (select count(*)::int from herd.events v where v.site_id = $1 and v.kind = 'left'
          and v.record::jsonb -> 'event' ->> 'stream' = l.id::text) as gone
     from herd.ship_lists l where l.site_id = $1`,
    [place.site],
  )
  const there = new Map(rows.map((row) => [row.id, row]))
  const last = new Map(acknowledged.map(({ list, state }) => [list, state]))
  return [...last].flatMap(([id, state]) => {
    const list = there.get(id)
    const isAsSaid =
      list?.state === state || (state === 'locked' && ['departed', 'broken'].includes(list?.state ?? ''))
    const hasLeft = list?.state !== 'departed' || list.gone === list.head
    return isAsSaid && hasLeft
      ? []
      : [`list ${id} was ${state} and is ${list?.state} with ${list?.gone} of ${list?.head} gone`]
  })
}

/** Nobody left with what was known to hold it, unless somebody said so. */
async function wrongDepartures(place: Place) {
  const rows = await place.query<{ list: string; animal: string }>(
    `select l.id as list, e.animal_id as animal
     from herd.ship_lists l
     join herd.ship_entries e on e.site_id = l.site_id and e.list_id = l.id and e.override_of is null
     join herd.withdrawals w on w.site_id = l.site_id and w.animal_id = e.animal_id and w.commodity = 'meat'
       and w.market = l.market and w.clear_at > l.departed_at
     join herd.events v on v.site_id = l.site_id and v.id = w.event_id
     where l.site_id = $1 and l.state = 'departed' and v.n < (
       select min(o.n) from herd.events o where o.site_id = l.site_id and o.kind = 'left'
         and o.record::jsonb -> 'event' ->> 'stream' = l.id::text)`,
    [place.site],
  )
  return rows.map(({ list, animal }) => `list ${list} left with animal ${animal}, which was held`)
}

/** Whatever a clock did: what came later was received no earlier. */
async function wrongTimes(place: Place) {
  const rows = await place.query<{ n: string }>(
    `select n from (
       select n, received_at, lag(received_at) over (order by n) as before from herd.events where site_id = $1) e
     where received_at < before order by n limit 3`,
    [place.site],
  )
  return rows.map(({ n }) => `event ${n} was received before the one before it`)
}

/** What `byre herd` says, as an operator asks it. */
async function wrongBy(
  place: Place,
  verb: 'verify' | 'rebuild',
  field: 'fault' | 'changed',
): Promise<string[]> {
  const child = spawn(process.execPath, [byreProgram, 'herd', verb, place.site, '--json'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'byre-compiled'),
      DATA_DIR: place.dataDir,
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  const [code] = (await once(child, 'close')) as [number]
  if (code === 0) return []
  const said = printed.startsWith('{') ? (JSON.parse(printed) as Record<string, unknown>)[field] : printed
  return [`byre herd ${verb}: ${String(said)}`]
}
