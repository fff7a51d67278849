import { sql } from 'kysely'

/*
 * How far two servers of one cluster are, by the log that the one writes and the other replays. A place in it means something
 * together with its timeline alone: after a failover the same place may hold something else.
 */

/** Where the log of a server that takes changes stands; nulls: it takes none. */
export interface Position {
  log: string | null
  timeline: number | null
}

/**
 * What was committed stands before it. Where commits are told before they are written (`synchronous_commit` off), what is
 * written says nothing of them.
 */
const here = `(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_lsn() end)`
const log = `case when not pg_is_in_recovery() then ${here}::text end`
const timeline = `case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(${here}), 8))::bit(32)::int end`

/** Columns of a statement of the primary. */
export const positionColumns = [
  sql<string | null>`${sql.raw(log)}`.as('log'),
  sql<number | null>`${sql.raw(timeline)}`.as('timeline'),
] as const

/** Which cluster and which database of it a server has. */
export interface Identity {
  cluster: string
  database: string
}

const identity = `(select system_identifier::text from pg_control_system()) as cluster,
  current_database() as database`

/** Asked of the primary. */
export const askPosition = `select ${log} as log, ${timeline} as timeline, ${identity}`

/** Asked of whatever is named as the standby. */
export const askIdentity = `select ${identity}, pg_is_in_recovery() as is_standby`

/** Whether both are of one cluster, and the same database in it. */
export const isCopy = (one: Identity, other: Identity) =>
  one.cluster === other.cluster && one.database === other.database

/** What a standby says of itself beside a position of the primary. */
export interface Replay {
  is_standby: boolean
  is_same_timeline: boolean
  is_there: boolean
  behind_bytes: number
}

/**
 * The timeline is the one of its last restart point, which is never ahead of what it replays: after a failover it is trusted
 * again only once it is seen to follow the new primary.
 */
export const askReplay = `select pg_is_in_recovery() as is_standby, timeline_id = $2::int as is_same_timeline,
  coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_there,
  greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8 as behind_bytes
  from pg_control_checkpoint()`
