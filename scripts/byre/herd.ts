import { noteOperator, type Operator } from '@byre/server/auth/accounts/operators.actions'
import type { Config } from '@byre/server/config'
import type { SiteId } from '@byre/contract/subject-kinds'
import { findTenant } from '@byre/server/customers/index'
import { loadHerd, NotLoadable, rebuildHerd, verifyHerd } from '@byre/server/herd/index'
import { openDatabase, platformOf, within, type Db } from '@byre/server/platform/database/db'
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

/** Makes the herd of an export again in a site that has none; walks its ledger first. */
async function load(db: Db<'herd'>, site: SiteId, { file, operator }: Loading): Promise<Said> {
  const platform = platformOf(db)
  const there = await findTenant(platform, site)
  if (there?.tenant.kind !== 'site') return { said: { fault: 'There is no such site.' }, isRight: false }
  try {
    const loaded = await loadHerd(db, file, site)
    await noteOperator(platform, operator, 'loadHerd', { after: { site, ...loaded } })
    return { said: { ...loaded, fault: null }, isRight: true }
  } catch (error) {
    if (!(error instanceof NotLoadable)) throw error
    return { said: { fault: error.message }, isRight: false }
  }
}

interface Loading {
  /** What `load` reads. */
  file: string
  operator: Operator
}

const verbs = { verify, rebuild, load } as const
export const isVerb = (word: string): word is keyof typeof verbs => Object.hasOwn(verbs, word)

export async function atHerd(
  config: Config,
  verb: keyof typeof verbs,
  { site, ...loading }: Loading & { site: string },
): Promise<Said> {
  const chosen = await joinDatabase(config)
  try {
    await settleSchema(chosen)
    const database = openDatabase(chosen.connection, { max: 2, statementTimeoutMs: 60_000 })
    try {
      return await verbs[verb](within<'herd'>(database.db), site as SiteId, loading)
    } finally {
      await database.close()
    }
  } finally {
    await chosen.stop()
  }
}
