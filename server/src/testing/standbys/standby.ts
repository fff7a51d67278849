import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startLocalPostgres, type LocalPostgres } from '../../platform/start/local-postgres.ts'

/**
 * A streaming standby of a PostgreSQL of our own, in a folder that is made; copied as `pg_basebackup` does it, which does not come
 * with it. Answers once it streams.
 */
export async function startStandby(
  primary: LocalPostgres,
  dataDir: string,
  { name, settings = {} }: { name: string; settings?: Record<string, string> },
): Promise<LocalPostgres> {
  const client = new pg.Client(primary.connection)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    fs.mkdirSync(dataDir)
    const { status, stderr } = spawnSync('cp', ['-a', join(primary.dataDir, 'pg'), dataDir], {
      encoding: 'utf8',
    })
    // A file may go while it is copied; the log has what was in it.
    if (status !== 0 && !/No such file/.test(stderr)) throw new Error(stderr)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    const give = (file: string, text: string) => {
      fs.writeFileSync(join(dataDir, 'pg', file), text)
      fs.chmodSync(join(dataDir, 'pg', file), 0o666)
    }
    give('backup_label', rows[0]!.labelfile)
    give('standby.signal', '')
    fs.rmSync(join(dataDir, 'pg/postmaster.pid'))
    const standby = await startLocalPostgres({
      dataDir,
      settings: {
        ...settings,
        primary_conninfo: `host=${primary.socketDir} port=5432 user=byre application_name=${name}`,
      },
      onRestart: () => undefined,
    })
    const streams = `select from pg_stat_replication where state = 'streaming' and application_name = $1`
    while ((await client.query(streams, [name])).rowCount === 0) await delay(20)
    return standby
  } finally {
    await client.end()
  }
}
