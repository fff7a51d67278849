import { existsSync, readFileSync } from 'node:fs'
import { readEnvironment } from './platform/environment.ts'
import { ConfigError } from './config.ts'
import { builtIn, variables } from './variables.ts'

/** What `npm run release` notes beside what it made; not there where this is a clone. */
const note = new URL('../../release.json', import.meta.url)

type Environment = Readonly<Record<string, string | undefined>>

const valuesOf = (environment: Environment) => {
  const given = Object.fromEntries(builtIn.map((name) => [name, environment[name]]))
  return readEnvironment(variables, given).values
}

/** A release holds pages that were built by some variables: throws a `ConfigError` where others are given beside it. */
export function refuseOtherThanBuilt(environment: Environment): void {
  if (!existsSync(note)) return
  const { built } = JSON.parse(readFileSync(note, 'utf8')) as { built: Environment }
  const [here, there] = [valuesOf(environment), valuesOf(built)]
  const other = builtIn.filter((name) => JSON.stringify(here[name]) !== JSON.stringify(there[name]))
  if (other.length === 0) return
  throw new ConfigError(
    other.map(
      (name) =>
        `${name} is ${JSON.stringify(environment[name] ?? '')}, and the pages of this release were built ` +
        `with ${JSON.stringify(built[name] ?? '')}: make another release with it, or give that value.`,
    ),
  )
}
