import { commands } from './commands.ts'
import { machineCommands } from './machine-commands.ts'

const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
const lines = (all: Readonly<Record<string, { usage: string; about: string }>>) =>
  Object.values(all)
    .map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`)
    .join('\n')

export const help = `What the people who run Byre do to it.

  npm run byre -- COMMAND --reason TEXT [--json]

${lines(commands)}

Of the installation as a whole, without a reason:

${lines(machineCommands)}

  --reason TEXT   why; it stands in the trail with your name on this machine, whatever the command, and on
                  the credit note
  --json          one JSON document instead of a table

It reaches the database that "npm start" would, also while the portal runs.
Exit codes: 0 done · 1 refused, no such thing, or a fault · 2 wrongly called · 4, 5 and 8 as "npm start".`
