import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { root } from './install.mjs'

/** The running Node when it is new enough, else the packaged one. */
export function findNode() {
  if (Number.parseInt(process.versions.node) >= 24) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const packaged = join(root, `node_modules/node-${platform}/bin/node`)
  if (existsSync(packaged)) return packaged
  console.error(
    `Byre needs Node 24, this is ${process.versions.node} and there is no packaged one for ${platform}: ` +
      'install Node 24 or newer.',
  )
  process.exit(1)
}

// As much for what is new as V8 takes by itself: with half of it a fifth of the processor time went into collecting (decision 0128).
// Without V8's third compiler of four: its work takes 22 MB that glibc keeps and holds a start up, and the fourth comes anyway (decision 0178).
export const productFlags = ['--max-semi-space-size=16', '--max-old-space-size=1024', '--no-maglev']

/**
 * How glibc keeps what V8 and OpenSSL take beside the heap: without these in a heap for each of Node's threads, and what was given back of it
 * stays taken. A tenth less memory under load.
 */
export const allocator = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
}

/**
 * Runs Node 24 in our place: its output and exit code are ours, and each signal reaches it once. It
 * runs in a group of its own, since npm passes on the Ctrl-C that a terminal has sent to everyone. The
 * channel between us closes when we are killed, by which it knows.
 * @param {string[]} command
 */
export function runNode(command) {
  const child = spawn(findNode(), command, {
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...allocator,
      ...process.env,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compiled'),
    },
  })
  child.on('error', (error) => {
    console.error(`Node 24 cannot run here, ${error.message}: install Node 24 or newer.`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))

  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // It has just gone: its exit ends us.
    }
  }
  let lastAt = 0
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      const isEcho = Date.now() - lastAt < 200
      lastAt = Date.now()
      if (!isEcho) passOn(signal)
    })
  endWithNpm(() => passOn('SIGTERM'))
}

/** An npm that is killed tells nobody; who started it then expects that all of it has gone. */
function endWithNpm(/** @type {() => void} */ end) {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    end()
  }, 250)
}
