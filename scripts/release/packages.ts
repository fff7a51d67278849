import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type Lock = Record<string, Locked>

const folder = 'node_modules/'

/** Asked for by packages that ship, and loaded by compilers alone. */
const forCompilers = new Set(['@lingui/babel-plugin-lingui-macro'])

/** Where Node finds a package from a place of the lock file: beside it, else further out. */
function find(lock: Lock, from: string, name: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf(folder) - 1))) {
    const candidate = `${place === '' ? '' : `${place}/`}${folder}${name}`
    if (lock[candidate]) return candidate
    if (place === '') return undefined
  }
}

/**
 * The places in `node_modules` of all packages that these workspaces need to run on this machine, as package-lock.json has
 * them; what only development needs, and what is for other platforms, is not among them. Throws where one is not installed.
 */
export function packagesOf(root: string, workspaces: readonly string[]): string[] {
  const lock = (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock })
    .packages
  const places = new Set<string>()
  const visit = (place: string) => {
    if (places.has(place)) return
    places.add(place)
    const entry = lock[place]
    if (entry?.link) return visit(entry.resolved ?? '')
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = entry ?? {}
    for (const name of Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })) {
      if (forCompilers.has(name)) continue
      const there = find(lock, place, name)
      if (there && (lock[there]?.link || existsSync(join(root, there)))) visit(there)
      else if (name in dependencies && !(name in optionalDependencies))
        throw new Error(`${name}, which ${place} needs, is not installed: run "npm ci".`)
    }
  }
  for (const workspace of workspaces) visit(workspace)
  return [...places].filter((place) => place.startsWith(folder) && !lock[place]?.link).sort()
}
