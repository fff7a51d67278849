import { noteOperator, type Operator } from '@byre/server/auth/accounts/operators.actions'
import type { Config } from '@byre/server/config'
import { takeBackup } from '@byre/server/platform/backup/backup'
import { checkBackup } from '@byre/server/platform/backup/check'
import type { Header, Sums } from '@byre/server/platform/backup/contents'
import { restore, type BackupFile } from '@byre/server/platform/backup/restore'
import { openDatabase, within, type Database } from '@byre/server/platform/database/db'
import { transaction } from '@byre/server/platform/database/transactions'
import { endQuietSpells } from '@byre/server/platform/database/quiet'
import { keepWaitingJobs } from '@byre/server/platform/jobs/kept-jobs'
import { settleSchema } from '@byre/server/platform/start/chosen-database'
import { joinDatabase } from '@byre/server/platform/start/joined-database'
import { reachOwning } from '@byre/server/platform/start/owning-database'

type Fact = Readonly<Record<string, unknown>>

const factsOf = ({ header: { taken_at, tables }, sums }: { header: Header; sums: Sums }): Fact => ({
  taken_at,
  tables: tables.length,
  rows: Object.values(sums).reduce((all, { rows }) => all + rows, 0),
})

/** Writes the file, and notes in the database that it was written; one that is to be checked first counts once it passed. */
export async function backUp(
  config: Config,
  { file, passphrase, isToBeChecked = false }: BackupFile & { isToBeChecked?: boolean },
  operator: Operator,
): Promise<Fact> {
  const chosen = await joinDatabase(config)
  try {
    const began = performance.now()
    const backup = await takeBackup(chosen.connection, file, passphrase)
    const { bytes, header } = backup
    const is_encrypted = passphrase !== undefined
    const took_ms = Math.round(performance.now() - began)
    if (isToBeChecked) await checkBackup({ file, passphrase })
    await atDatabase(chosen.connection, async ({ db }) => {
      await db
        .insertInto('platform.backups')
        .values({ taken_at: header.taken_at, took_ms, bytes, is_encrypted })
        .execute()
      await noteOperator(db, operator, 'backUp', { after: { bytes } })
    })
    return {
      file,
      ...factsOf(backup),
      bytes,
      is_encrypted,
      took_ms,
      ...(isToBeChecked && { is_whole: true }),
    }
  } finally {
    await chosen.stop()
  }
}

export async function checkFile(file: string, passphrase: string | undefined): Promise<Fact> {
  return { file, ...factsOf(await checkBackup({ file, passphrase })), is_whole: true }
}

export async function restoreFile(config: Config, backup: BackupFile): Promise<Fact> {
  const { owning, serving } = await reachOwning(config)
  try {
    const facts = factsOf(
      await restore(owning.connection, backup, { eventCursor: owning.eventCursor, servedBy: serving?.role }),
    )
    return {
      ...facts,
      database: owning.about,
      next: 'npm run byre -- resume, once it should mail and charge',
    }
  } finally {
    await owning.stop()
  }
}

export async function resume(config: Config, operator: Operator): Promise<readonly Fact[]> {
  const chosen = await joinDatabase(config)
  try {
    await settleSchema(chosen)
    return await atDatabase(chosen.connection, ({ db }) =>
      transaction(within<'auth'>(db), async (db) => {
        const ended = await endQuietSpells(db)
        if (ended.length > 0) await keepWaitingJobs(db)
        await noteOperator(db, operator, 'resume', { after: { ended: ended.length } })
        return ended.map((spell) => ({ ...spell, ended: true }))
      }),
    )
  } finally {
    await chosen.stop()
  }
}

async function atDatabase<T>(
  connection: Parameters<typeof openDatabase>[0],
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase(connection, { max: 2 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
