import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '@byre/server/config'
import { DatabaseAway } from '@byre/server/platform/database/pipelined-client'
import { Refusal } from '@byre/server/platform/errors'
import { exitCodes, StartError } from '@byre/server/platform/start-error'
import { commands } from './byre/commands.ts'
import { help } from './byre/help.ts'
import { machineCommands, type MachineCommand } from './byre/machine-commands.ts'
import { tableOf } from './byre/table.ts'

/* `npm run byre -- accounts list`: what operators do, written down with their name and reason. */

/** Wrongly called, in one line for whoever did. */
class Misuse extends Error {}

function read(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      q: { type: 'string' },
      at: { type: 'string' },
      line: { type: 'string' },
      confirm: { type: 'string' },
      payment: { type: 'string' },
      as: { type: 'string' },
      subdomain: { type: 'string' },
      until: { type: 'string' },
      to: { type: 'string' },
      reason: { type: 'string' },
      check: { type: 'string' },
      'then-check': { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [noun = '', verb = '', name = '', ...more] = positionals
  if (values.help || noun === '' || noun === 'help') return null
  const machine = machineCommands[noun]
  if (machine) {
    const fault = machine.faultOf(positionals.slice(1), values)
    if (fault) throw new Misuse(`${fault} It is called as: ${machine.usage}`)
    return { ...values, machine, name: verb, more: positionals.slice(2), reason: values.reason?.trim() || '' }
  }
  const command = commands[`${noun} ${verb}`]
  if (!command) throw new Misuse(`There is no command "${positionals.join(' ')}". See --help.`)
  if (more.length > 0 || (command.names !== undefined) !== (name !== ''))
    throw new Misuse(`It is called as: ${command.usage}`)
  const fault = command.faultOf?.(values)
  if (fault) throw new Misuse(fault)
  const reason = values.reason?.trim()
  if (!reason) throw new Misuse('Please say why: --reason "…". It is written down with your name.')
  return { ...values, command, words: `${noun} ${verb}`, name, reason }
}

/** Who asks, as this machine knows them; behind sudo both names. */
function operatorName(): string {
  const { username } = userInfo()
  const sudoUser = process.env['SUDO_USER']
  return sudoUser && sudoUser !== username ? `${sudoUser} as ${username}` : username
}

async function runMachine(
  commandLine: Extract<ReturnType<typeof read>, { machine: MachineCommand }>,
): Promise<number> {
  const { machine, name, reason, json } = commandLine
  const options = { ...commandLine, operator: { name: operatorName(), reason } }
  const { said, exitCode = 0 } = await configured().then(
    (config) => machine.run(config, name, options),
    (error: unknown) => {
      if (!machine.ofProblems || !(error instanceof ConfigError)) throw error
      return machine.ofProblems(error.problems)
    },
  )
  console.log(json ? JSON.stringify(said, null, 2) : tableOf(said))
  return exitCode
}

const configured = async () => readConfig(process.env)

async function run(): Promise<number> {
  const commandLine = read(process.argv.slice(2))
  if (!commandLine) {
    console.log(help)
    return 0
  }
  if ('machine' in commandLine) return runMachine(commandLine)
  const config = readConfig(process.env)
  if (commandLine.words === 'billing run' && config.nodeEnv === 'production')
    throw new Misuse('Billing is not run by hand in production.')

  const { asOperator } = await import('./byre/operator-context.ts')
  const operator = { name: operatorName(), reason: commandLine.reason }
  const said = await asOperator(config, operator, (context) =>
    commandLine.command.run(context, commandLine.name, commandLine),
  )
  if (said === null) {
    console.error(`There is no ${commandLine.command.names} ${commandLine.name}.`)
    return exitCodes.failed
  }
  console.log(commandLine.json ? JSON.stringify(said, null, 2) : tableOf(said))
  return 0
}

try {
  process.exitCode = await run()
} catch (error) {
  const isMisuse =
    error instanceof Misuse ||
    error instanceof ConfigError ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  const isRefused = error instanceof Refusal
  const isAway = error instanceof DatabaseAway
  if (!isMisuse && !isRefused && !isAway && !(error instanceof StartError)) throw error
  const { message } = error as Error
  console.error(isAway ? `The database did not answer (${message}): try again once it does.` : message)
  if (error instanceof StartError) process.exitCode = error.exitCode
  else if (isAway) process.exitCode = exitCodes.database
  else process.exitCode = isRefused ? exitCodes.failed : exitCodes.environment
}
process.disconnect?.()
