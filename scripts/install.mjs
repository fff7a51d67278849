import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)

/**
 * Brings node_modules to what package-lock.json says. At most starts there is nothing to do, and then
 * neither npm nor the network is asked.
 */
export function install() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const mark = createHash('sha256').update(`${lock}${process.platform}${process.arch}`).digest('hex')
  const marker = join(root, 'node_modules/.byre-installed')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === mark) return
  if (!isInstalled(JSON.parse(lock))) installNow()
  try {
    writeFileSync(marker, mark)
  } catch {
    // Someone else's node_modules, complete: it is compared again at the next start.
  }
}

/**
 * Whether npm's own record of what it installed has everything the lock asks for on this platform.
 * @param {{ packages: Record<string, Entry> }} lock
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string | string[],
 *   cpu?: string | string[], libc?: string | string[] }} Entry
 */
function isInstalled(lock) {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  /** @type {Record<string, Entry>} */
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true
    const present = installed[path]
    if (present) return present.version === wanted.version && present.integrity === wanted.integrity
    return wanted.optional === true && !isForThisPlatform(wanted)
  })
}

/** @param {Entry} entry What names no platform is optional for another reason, and may be absent. */
function isForThisPlatform({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined) return false
  if (![os].flat().includes(process.platform) || ![cpu].flat().includes(process.arch)) return false
  const header = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
    .header
  return libc === undefined || [libc].flat().includes(header.glibcVersionRuntime ? 'glibc' : 'musl')
}

function installNow() {
  console.log('Installing what is missing …')
  const cli = process.env.npm_execpath
  const [program, before] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []]
  // Development packages build the client, also where NODE_ENV=production would leave them out.
  const command = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  const { status, error } = spawnSync(program, [...before, ...command], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, npm_config_cache: npmCache() },
  })
  if (status === 0) return
  const reason = error ? error.message : `it exits with ${status}`
  console.error(`npm ci did not work, ${reason}: see above, check the network, then run this again.`)
  process.exit(1)
}

/** npm's own cache, or one in the temporary folder where the home cannot be written. */
function npmCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm')
  let existing = usual
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    accessSync(existing, constants.W_OK)
    return usual
  } catch {
    return join(tmpdir(), `byre-npm-${process.getuid?.()}`)
  }
}
