import { parseArgs } from 'node:util'
import { ConfigError, type Config } from './config.ts'

const roles = ['all', 'web', 'worker'] as const

/** What one process does: serves and works on jobs, serves and only keeps jobs, or works on jobs alone. */
export type Role = (typeof roles)[number]

const howTo = 'give --role=web to serve, --role=worker to work on jobs, or --role=all for both'

/** What `npm start -- --role=…` asks for; throws a `ConfigError` where nobody can know what is meant. */
export function roleIn(args: string[]): Role {
  let given: string | undefined
  try {
    given = parseArgs({ args, options: { role: { type: 'string' } } }).values.role
  } catch {
    throw new ConfigError([`${args.join(' ')} is not known: ${howTo}.`])
  }
  const role = roles.find((one) => one === (given ?? 'all'))
  if (!role) throw new ConfigError([`--role is "${given}": ${howTo}.`])
  return role
}

/** Our own PostgreSQL belongs to the one process that started it. */
export function refuseAlone(role: Role, { databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (role === 'all' || databaseUrl !== undefined) return
  throw new ConfigError([
    `DATABASE_URL is not set: --role=${role} shares a PostgreSQL with other processes, and the portal's own has one.`,
  ])
}
