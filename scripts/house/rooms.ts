import { posix } from 'node:path'
import { importsOf } from './imports.ts'

/*
 * Rooms: the folders inside a module, a web feature or the contract. What all rooms use lies on the ground floor
 * beside them, and the arrows between rooms and ground never run in a circle. A module's index.ts is its front
 * door and may see everything, as the site app's routes.tsx does.
 */

const mostInFolder = 40
const code = /\.(ts|tsx|mjs|js|css)$/
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const isDoor = (path: string) =>
  /^(?:server\/src\/[^/]+\/index\.ts|web\/src\/site-app\/routes\.tsx)$/.test(path)

/** `server/src/customers/places/…` is in the room `places` of `server/src/customers`; null: in no module. */
function roomOf(path: string): { house: string; room: string } | null {
  const [, house, rest] = /^(contract\/src|(?:server|web)\/src\/[^/]+)\/(.+)$/.exec(path) ?? []
  if (house === undefined || rest === undefined || isTest(path) || isDoor(path)) return null
  return { house, room: rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : 'ground floor' }
}

/** Which room imports which of its module, as `module: room`, each with an example. */
export function arrowsOf(sources: ReadonlyMap<string, string>): Map<string, Map<string, string>> {
  const arrows = new Map<string, Map<string, string>>()
  for (const [path, text] of sources) {
    const from = roomOf(path)
    if (!from) continue
    for (const target of importsOf(path, text)) {
      const to = roomOf(target)
      if (to?.house !== from.house || to.room === from.room) continue
      const key = `${from.house}: ${from.room}`
      const known = arrows.get(key) ?? new Map<string, string>()
      arrows.set(key, known.set(`${to.house}: ${to.room}`, `${path} imports ${target}`))
    }
  }
  return arrows
}

/** Complaints about arrows between rooms that run in a circle; `sources` gives each file's text. */
export function checkRooms(sources: ReadonlyMap<string, string>): string[] {
  const arrows = arrowsOf(sources)
  return [...arrows].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, example]) =>
      canReach(arrows, to, from)
        ? [`${example}: ${from} and ${to.split(': ')[1]} then stand in a circle; let one be below the other.`]
        : [],
    ),
  )
}

function canReach(arrows: ReadonlyMap<string, Map<string, string>>, from: string, to: string): boolean {
  const seen = new Set<string>()
  const next = [from]
  for (let room = next.pop(); room !== undefined; room = next.pop()) {
    if (room === to) return true
    if (seen.has(room)) continue
    seen.add(room)
    next.push(...(arrows.get(room)?.keys() ?? []))
  }
  return false
}

/** Complaints about folders of too many files, tests and their texts apart. */
export function checkFolders(paths: Iterable<string>): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    if (!code.test(path) || isTest(path)) continue
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].flatMap(([folder, count]) =>
    count > mostInFolder
      ? [`${folder}: ${count} files, more than ${mostInFolder}; group them in rooms.`]
      : [],
  )
}
