import type { Config } from '@byre/server/config'
import type { SiteId } from '@byre/contract/subject-kinds'
import { rebuildHerd, verifyHerd } from '@byre/server/herd/index'
import { openDatabase, within, type Db } from '@byre/server/platform/database/db'
import { settleSchema } from '@byre/server/platform/start/chosen-database'
import { joinDatabase } from '@byre/server/platform/start/joined-database'

interface Said {
  said: Readonly<Record<string, unknown>>
  isRight: boolean
}

/** Walks a site's ledger from its first event. */
async function verify(db: Db<'herd'>, site: SiteId): Promise<Said> {
  const { events, head, fault } = await verifyHerd(db, site)
  const said = fault ? { events, fault_at: fault.n, fault: fault.why } : { events, head, fault: null }
  return { said, isRight: fault === null }
}

/** Makes again what is shown of a site's events; there should be nothing to change. */
async function rebuild(db: Db<'herd'>, site: SiteId): Promise<Said> {
  const { animals, changed } = await rebuildHerd(db, site)
  return { said: { animals, changed }, isRight: changed === 0 }
}

const verbs = { verify, rebuild } as const
export const isVerb = (word: string): word is keyof typeof verbs => Object.hasOwn(verbs, word)

export async function atHerd(config: Config, verb: keyof typeof verbs, site: string): Promise<Said> {
  const chosen = await joinDatabase(config)
  try {
    await settleSchema(chosen)
    const database = openDatabase(chosen.connection, { max: 2, statementTimeoutMs: 60_000 })
    try {
      return await verbs[verb](within<'herd'>(database.db), site as SiteId)
    } finally {
      await database.close()
    }
  } finally {
    await chosen.stop()
  }
}
