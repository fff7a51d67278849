import { install } from './install.mjs'
import { runNode } from './launch.mjs'

/* `node scripts/node24.mjs <file.ts> …` runs it with what the project needs, whatever Node is there. */

install()
runNode(process.argv.slice(2))
