import { posix } from 'node:path'
import { arrowsOf } from './rooms.ts'

/* docs/architecture.md has a line for each room, and its drawing the arrows between the server's rooms. */

const page = 'docs/architecture.md'
const code = /^((?:contract|rules|server|web)\/src\/.*)\/?[^/]+\.(?:ts|tsx|css)$/
const row = /^\| `((?:contract|rules|server|web)\/src\/[^`]*)` \| .*\S \|$/gm
/** `payments_billing_run["billing-run"] --> payments_cards`; the drawing's arrows between whole modules have no underscore. */
const arrow = /^ *(\w+_\w+)(?:\["[^"]*"\])? --> (\w+_\w+)/gm

/** Complaints about rooms without a line, lines without a room, and arrows that the drawing lacks or makes up. */
export function checkArchitecture(sources: ReadonlyMap<string, string>): string[] {
  const text = sources.get(page) ?? ''
  const rooms = new Set(
    [...sources.keys()].filter((path) => code.test(path)).map((path) => `${posix.dirname(path)}/`),
  )
  const rows = new Set([...text.matchAll(row)].map((match) => match[1] ?? ''))
  const drawn = new Set([...text.matchAll(arrow)].map(([, from, to]) => `${from} --> ${to}`))
  const real = new Set(
    [...arrowsOf(sources)].flatMap(([from, targets]) =>
      [...targets.keys()].flatMap((to) => drawnAs(from, to) ?? []),
    ),
  )
  return [
    ...without(rooms, rows).map((room) => `${page}: has no line for ${room}.`),
    ...without(rows, rooms).map((room) => `${page}: has a line for ${room}, where no code is.`),
    ...without(real, drawn).map((one) => `${page}: the drawing lacks "${one}".`),
    ...without(drawn, real).map((one) => `${page}: the drawing has "${one}", which no import makes.`),
  ]
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].filter((one) => !others.has(one))

/** Ground floors are not drawn, and of modules only the server's own. */
function drawnAs(from: string, to: string): string | null {
  const [, module, room] = /^server\/src\/(\w+): (.+)$/.exec(from) ?? []
  const [, target] = /: (.+)$/.exec(to) ?? []
  if (module === undefined || module === 'testing') return null
  if (room === undefined || target === undefined || room === 'ground floor' || target === 'ground floor')
    return null
  return [room, target].map((one) => `${module}_${one.replaceAll('-', '_')}`).join(' --> ')
}
