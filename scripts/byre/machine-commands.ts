import * as fs from 'node:fs'
import { resolve } from 'node:path'
import type { Operator } from '@byre/server/auth/accounts/operators.actions'
import type { Config } from '@byre/server/config'
import { codeOf, exitCodes, StartError } from '@byre/server/platform/start-error'
import type { Finding } from './doctor/finding.ts'
import type { Said } from './said.ts'

/*
 * Commands about an installation as a whole, which timers run too. They ask for no reason; one that is given stands in the trail.
 */

interface MachineOptions {
  /** What follows the name. */
  more?: readonly string[]
  check?: string
  'then-check'?: boolean
  'passphrase-file'?: string
}

export interface MachineCommand {
  usage: string
  about: string
  /** What is wrong with what follows the word; null: nothing. */
  faultOf(words: string[], options: MachineOptions): string | null
  /** What it says where the environment is not even that of an installation; absent: it is refused. */
  ofProblems?(problems: readonly string[]): Promise<{ said: Exclude<Said, null>; exitCode?: number }>
  run(
    config: Config,
    name: string,
    options: MachineOptions & { operator: Operator },
  ): Promise<{ said: Exclude<Said, null>; exitCode?: number }>
}

const oneFile = (words: string[]) => (words.length === 1 ? null : 'It takes one file.')
const asFacts = (findings: readonly Finding[]) => findings.map((finding) => ({ ...finding }))
const nothing = (words: string[]) => (words.length === 0 ? null : 'Nothing follows it.')

/** By their only word. */
export const machineCommands: Readonly<Record<string, MachineCommand>> = {
  backup: {
    usage:
      'backup FILE [--then-check] [--passphrase-file FILE] | backup --check FILE [--passphrase-file FILE]',
    about:
      'a file of the whole database, while it runs; --check restores one aside and compares row by row, --then-check does so before the backup counts as made. A passphrase file “-” is standard input',
    faultOf: (words, { check, 'then-check': thenCheck }) =>
      check === undefined ? oneFile(words) : thenCheck ? 'It takes one of the two checks.' : nothing(words),
    async run(config, name, { check, operator, ...options }) {
      const passphrase = readPassphrase(options['passphrase-file'])
      const { backUp, checkFile } = await import('./backups.ts')
      if (check !== undefined) return { said: await checkFile(resolve(check), passphrase) }
      const backup = { file: resolve(name), passphrase, isToBeChecked: options['then-check'] ?? false }
      return { said: await backUp(config, backup, operator) }
    },
  },
  restore: {
    usage: 'restore FILE [--passphrase-file FILE]',
    about: 'into an empty database; the copy mails and charges nothing until it is resumed',
    faultOf: oneFile,
    async run(config, name, options) {
      const passphrase = readPassphrase(options['passphrase-file'])
      const { restoreFile } = await import('./backups.ts')
      return { said: await restoreFile(config, { file: resolve(name), passphrase }) }
    },
  },
  resume: {
    usage: 'resume',
    about: 'lets a restored copy mail and charge again, for good',
    faultOf: nothing,
    async run(config, _, { operator }) {
      const { resume } = await import('./backups.ts')
      return { said: await resume(config, operator) }
    },
  },
  herd: {
    usage: 'herd verify SITE | herd rebuild SITE | herd load FILE SITE',
    about:
      'walks the ledger of a site (its id) and checks every hash; makes again what is shown of it; or loads what another site’s app exported into a site without animals. Exit code 1 where anything is not as it should be',
    faultOf: ([verb, ...more]) =>
      ((verb === 'verify' || verb === 'rebuild') && more.length === 1 && isUuid(more[0])) ||
      (verb === 'load' && more.length === 2 && isUuid(more[1]))
        ? null
        : 'It takes the id of a site, and load a file before it.',
    async run(config, verb, { more = [], operator }) {
      const { atHerd, isVerb } = await import('./herd.ts')
      if (!isVerb(verb)) throw new StartError('environment', 'There is no such command.')
      const [file, site] = verb === 'load' ? [resolve(more[0] ?? ''), more[1]] : ['', more[0]]
      const loading = { file, operator, site: (site ?? '').toLowerCase() }
      const { said, isRight } = await atHerd(config, verb, loading)
      return { said, exitCode: isRight ? 0 : exitCodes.failed }
    },
  },
  doctor: {
    usage: 'doctor',
    about:
      'what is wrong with settings, database, mail, names and the rest, and what to do; exit code 1 where anything is',
    faultOf: nothing,
    async ofProblems(problems) {
      const { ofSettings } = await import('./doctor/doctor.ts')
      return { said: asFacts(ofSettings(problems)), exitCode: exitCodes.failed }
    },
    async run(config) {
      const { examine } = await import('./doctor/doctor.ts')
      const findings = await examine(config)
      return { said: asFacts(findings), exitCode: isWrong(findings) ? exitCodes.failed : 0 }
    },
  },
}

const isUuid = (word: string | undefined) =>
  word !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)

const isWrong = (findings: readonly { state: string }[]) => findings.some(({ state }) => state === 'wrong')

/** Its first line, as an editor leaves it. `-` is standard input, by which a shell hands over what the program may not open. */
function readPassphrase(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const [source, named] = file === '-' ? [0, 'standard input'] : [file, file]
  try {
    const [passphrase = ''] = fs.readFileSync(source, 'utf8').split(/\r?\n/)
    if (passphrase.length >= leastPassphrase) return passphrase
  } catch (error) {
    throw new StartError('environment', `${named} cannot be read (${codeOf(error) ?? String(error)}).`)
  }
  throw new StartError(
    'environment',
    `The first line of ${named} is no passphrase of ${leastPassphrase} characters or more: make one with "openssl rand -base64 32".`,
  )
}

const leastPassphrase = 12
