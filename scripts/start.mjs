import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { install, root } from './install.mjs'
import { runNode } from './launch.mjs'

/* `npm start`: from a fresh clone and any Node from 20 on to a running portal. */

install()
buildWeb()
// A small nursery: half the memory under load, for a little more collecting.
runNode(['--max-semi-space-size=8', join(root, 'server/src/main.ts')])
