import { join } from 'node:path'
import { install, root } from './install.mjs'
import { runNode } from './launch.mjs'

/* `npm test`: from a fresh clone and any Node from 20 on; the parts are in test.ts. */

install()
runNode([join(root, 'scripts/test.ts'), ...process.argv.slice(2)])
