import pg from 'pg'
import type { Feature } from './feature.ts'

const schema = 'byre_tries'

/** Tries each feature in a schema of its own, which is dropped again; what fails is told with the database's words. */
export async function tryFeatures(
  connection: pg.ClientConfig,
  features: readonly Feature[],
): Promise<{ version: string; failures: Map<string, string> }> {
  const failures = new Map<string, string>()
  let version = ''
  for (const { name, tries } of features) {
    // A connection each: some end it.
    const client = new pg.Client(connection)
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<{ version: string }>('select version()')
      version = rows[0]!.version
      await client.query(`drop schema if exists ${schema} cascade`)
      await client.query(`create schema ${schema}`)
      await client.query(`set search_path = ${schema}`)
      await client.query('begin')
      for (const statement of tries) await client.query(statement)
    } catch (error) {
      failures.set(name, `fails: ${(error as Error).message}`)
    } finally {
      await client.query('rollback').catch(() => undefined)
      await client.query(`drop schema if exists ${schema} cascade`).catch(() => undefined)
      await client.end()
    }
  }
  return { version, failures }
}
