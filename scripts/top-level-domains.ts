import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { domainToASCII } from 'node:url'
import known from 'tlds' with { type: 'json' }

/* `node scripts/top-level-domains.ts` writes the contract's list anew, after `tlds` has been updated. */

// For reverse look-ups and the like; nobody's site answers there.
const notForSites = new Set(['arpa'])

const names = known.map((name) => domainToASCII(name)).filter((name) => name !== '' && !notForSites.has(name))
const lines = names.toSorted().reduce<string[]>((lines, name) => {
  const last = lines.at(-1)
  if (last !== undefined && last.length + name.length < 100) lines[lines.length - 1] = `${last} ${name}`
  else lines.push(name)
  return lines
}, [])

const text = `/* Written by scripts/top-level-domains.ts from IANA's list, as the package \`tlds\` carries it. */

/** Every top-level domain that a site can answer under, in ASCII; large, so the browser loads it when asked. */
export const topLevelDomains: ReadonlySet<string> = new Set(
  \`${lines.join('\n  ')}\`.split(/\\s+/),
)
`
const target = join(resolve(import.meta.dirname, '..'), 'contract/src/places/top-level-domains.ts')
writeFileSync(target, text)
console.log(`${names.length} top-level domains.`)
