import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildServer, serverProgram } from './build-server.mjs'
import { buildWeb } from './build-web.mjs'
import { install, root } from './install.mjs'
import { findNode, productFlags, runNode } from './launch.mjs'

/*
 * `npm start`: from a fresh clone and any Node from 20 on to a running portal; with `-- --role=web` or `-- --role=worker`
 * to one that only serves, or only works on jobs.
 */

install()
buildWeb(() => {
  // The product judges its environment itself, but the client is built by some of it before.
  const { status } = spawnSync(findNode(), [join(root, 'scripts/check-environment.ts')], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
})
buildServer()
runNode([...productFlags, serverProgram, ...process.argv.slice(2)])
