import type { Config } from '@byre/server/config'
import { countWebhooks, findUntoldSeconds } from '@byre/server/customers/webhooks/gauges.queries'
import { trailReading } from '@byre/server/platform/audit/trail-reading'
import { findLastBackup } from '@byre/server/platform/backup/gauges'
import { openDatabase, within, type Database } from '@byre/server/platform/database/db'
import { DatabaseAway } from '@byre/server/platform/database/pipelined-client'
import { listQuietSpells, type QuietSpell } from '@byre/server/platform/database/quiet'
import { sqlState } from '@byre/server/platform/database/sql-states'
import { keepAppSecrets } from '@byre/server/platform/start/app-secret'
import type { ChosenDatabase } from '@byre/server/platform/start/chosen-database'
import { joinDatabase } from '@byre/server/platform/start/joined-database'
import { requireSecrets } from '@byre/server/platform/start/known-secrets'
import { schemaState } from '@byre/server/platform/start/migrate'
import { Secrets } from '@byre/server/platform/secrets'
import { StartError } from '@byre/server/platform/start-error'
import { fine, look, wrong, type Finding } from './finding.ts'

/** What the database says of itself and of what is kept in it. */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  let chosen: ChosenDatabase
  try {
    // Refuses a database that is too old, away, or whose sessions lack our settings.
    chosen = await joinDatabase(config)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [parted('database', error.message)]
  }
  // Asked where something is slow, it waits for its turn.
  const database = openDatabase(chosen.connection, { max: 2, connectionTimeoutMs: 30_000 })
  try {
    const reached = fine('database', `${chosen.about}, and its sessions have our settings.`)
    const beyond = [reached, await clock(database), await connections(database)]
    const ofSchema = await schema(database, config)
    if (ofSchema.state !== 'fine') return [...beyond, ofSchema]
    const spells = await listQuietSpells(database.db)
    // Of a quiet copy nothing is late: what waits there waits on purpose.
    const byWorkers = spells.length > 0 ? [] : [waitingJobs, webhooks]
    const inside = [secret, failedJobs, ...byWorkers, lastBackup]
    return [
      ...beyond,
      ofSchema,
      ...(await Promise.all(
        inside.map((examine) => examine(database, { ...config, dataDir: chosen.dataDir })),
      )),
      quiet(spells),
    ]
  } catch (error) {
    if (!(error instanceof DatabaseAway) && sqlState(error) === undefined) throw error
    return [
      wrong(
        'database',
        `${chosen.about}, answered at first and then no more: ${(error as Error).message}.`,
        'See what keeps it: its log, the load of its machine, and pg_stat_activity.',
      ),
    ]
  } finally {
    await database.close()
    await chosen.stop()
  }
}

/** What is so and what to do, which a refused start says in one line with a colon between. */
export function parted(about: string, line: string): Finding {
  const at = line.lastIndexOf(': ')
  return wrong(
    about,
    `${line.slice(0, at)}.`,
    line.slice(at + 2).replace(/^./, (first) => first.toUpperCase()),
  )
}

async function rowOf<R extends object>({ pool }: Database, text: string): Promise<R> {
  const { rows } = await pool.query<R>(text)
  return rows[0]!
}

async function schema(database: Database, { eventCursor }: Config): Promise<Finding> {
  try {
    return (await schemaState(database, eventCursor)) === 'older'
      ? wrong('schema', 'The schema is older than this program.', 'Run "npm run migrate".')
      : fine('schema', 'The schema is current.')
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return parted('schema', error.message)
  }
}

const mostSecondsApart = 2

async function clock(database: Database): Promise<Finding> {
  const began = Date.now()
  const { at } = await rowOf<{ at: number }>(
    database,
    `select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  )
  const answered = Date.now()
  const ms = at < began ? began - at : Math.max(0, at - answered)
  if (ms <= mostSecondsApart * 1000) return fine('clock', 'This machine and the database have the same time.')
  return wrong(
    'clock',
    `This machine is ${Math.round(ms / 1000)} s ${at < began ? 'ahead of' : 'behind'} the database.`,
    'Keep both by NTP, such as with chrony.',
  )
}

async function connections(database: Database): Promise<Finding> {
  const { used, most } = await rowOf<{ used: number; most: number }>(
    database,
    `select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      (select setting::int from pg_settings where name = 'max_connections')
      - (select setting::int from pg_settings where name = 'superuser_reserved_connections') as most`,
  )
  const says = `${used} of ${most} connections are taken.`
  if (used < most * 0.8) return fine('connections', says)
  return wrong('connections', says, 'Lower PG_POOL, end what else is connected, or raise max_connections.')
}

async function secret({ db }: Database, config: Config): Promise<Finding> {
  const given = config.appSecretIsGiven
    ? config.appSecrets
    : keepAppSecrets(config.dataDir, config.appSecrets)
  try {
    await requireSecrets(db, new Secrets(given))
    return fine('secret', 'APP_SECRET reads what is in the database.')
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return parted('secret', error.message)
  }
}

async function failedJobs(database: Database): Promise<Finding> {
  const { failed, queues } = await rowOf<{ failed: number; queues: string | null }>(
    database,
    `select sum(count)::int as failed, string_agg(name || ' ' || count, ', ' order by name) as queues from (
      select name, count(*) from pgboss.job where state = 'failed' group by name) as f`,
  )
  if (queues === null) return fine('failed jobs', 'No job was given up.')
  return look(
    'failed jobs',
    `${failed} were given up: ${queues}.`,
    'See "npm run byre -- jobs list", then retry or drop each.',
  )
}

async function waitingJobs(database: Database): Promise<Finding> {
  const { waiting, minutes } = await rowOf<{ waiting: number; minutes: number | null }>(
    database,
    `select count(*)::int as waiting, (extract(epoch from now() - min(start_after)) / 60)::int as minutes
     from pgboss.job where state < 'active' and not blocked and start_after < now() - interval '5 minutes'`,
  )
  if (waiting === 0) return fine('waiting jobs', 'No job is late.')
  return wrong(
    'waiting jobs',
    `${waiting} jobs are late, the oldest by ${minutes} minutes.`,
    'Start the portal, or a worker: "npm start -- --role=worker".',
  )
}

const mostUntoldSeconds = 600

async function webhooks({ db }: Database, { eventCursor }: Config): Promise<Finding> {
  const own = within<'customers'>(db)
  const [gauges, untold] = await Promise.all([
    countWebhooks(own),
    findUntoldSeconds(own, trailReading(eventCursor)),
  ])
  const sum = (of: 'on' | 'failing' | 'waiting') => gauges.reduce((so, gauge) => so + gauge[of], 0)
  if (untold > mostUntoldSeconds)
    return wrong(
      'webhooks',
      `They have not been told what happened for ${Math.round(untold / 60)} minutes.`,
      'Start the portal or a worker; where one runs, end the oldest transaction of pg_stat_activity.',
    )
  const failing = sum('failing')
  if (failing > sum('on') && failing > 3)
    return look(
      'webhooks',
      `${failing} reach nobody, ${sum('on')} do.`,
      'See that this machine reaches the internet by port 443; the portal shows the reason of each try.',
    )
  return fine('webhooks', `They are told in time; ${sum('waiting')} messages wait for a try.`)
}

const mostHours = 26

async function lastBackup({ db }: Database): Promise<Finding> {
  const last = await findLastBackup(db)
  const remedy = 'Run "npm run byre -- backup FILE", by a timer each night; see docs/operators/backup.md.'
  if (!last) return look('backup', 'No backup was ever made by the backup command.', remedy)
  const hours = Math.floor(last.age_seconds / 3600)
  const says = `The last backup is ${hours} hours old.`
  return hours < mostHours ? fine('backup', says) : wrong('backup', says, remedy)
}

function quiet([spell]: readonly QuietSpell[]): Finding {
  if (!spell) return fine('quiet copy', 'It mails and charges as it should.')
  return look(
    'quiet copy',
    `It mails and charges nothing, and its jobs wait: ${spell.cause}.`,
    'Once the installation it was made of has ended: "npm run byre -- resume".',
  )
}
