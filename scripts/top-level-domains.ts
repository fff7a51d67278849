import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/* `node scripts/top-level-domains.ts` writes the contract's list anew, from IANA's or from one at another address. */

const source = process.argv[2] ?? 'https://data.iana.org/TLD/tlds-alpha-by-domain.txt'
const answer = await fetch(source)
if (!answer.ok) throw new Error(`${source} answers ${answer.status}: nothing is written.`)
const known = (await answer.text()).toLowerCase().split('\n')

// For reverse look-ups and the like; nobody's site answers there.
const notForSites = new Set(['arpa'])

const names = known.filter((name) => /^[a-z0-9-]+$/.test(name) && !notForSites.has(name))
if (names.length < 1_000) throw new Error(`${source} lists ${names.length} names: nothing is written.`)
const lines = names.toSorted().reduce<string[]>((lines, name) => {
  const last = lines.at(-1)
  if (last !== undefined && last.length + name.length < 100) lines[lines.length - 1] = `${last} ${name}`
  else lines.push(name)
  return lines
}, [])

const text = `/* Written by scripts/top-level-domains.ts from IANA's list. */

/** Every top-level domain that a site can answer under, in ASCII; large, so the browser loads it when asked. */
export const topLevelDomains: ReadonlySet<string> = new Set(
  \`${lines.join('\n  ')}\`.split(/\\s+/),
)
`
const target = join(resolve(import.meta.dirname, '..'), 'contract/src/places/top-level-domains.ts')
writeFileSync(target, text)
console.log(`${names.length} top-level domains.`)
