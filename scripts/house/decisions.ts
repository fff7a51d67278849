/* docs/decisions/: every page has a status and a date, stands in the index, and who replaces whom is said on both. */

const folder = 'docs/decisions/'
const index = `${folder}README.md`
const page = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/
const row = /^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \| (.+) \| (\d{4}-\d\d-\d\d) \|$/gm
/** `decision 0031` and `docs/decisions/0031` anywhere; in the pages themselves `0031` alone, too. */
const named = /\bdecisions?[ /](?:page )?(\d{4})\b/g
const namedInPages = /(?<![\w.:/-])(0\d{3})(?![\w.:-])/g

interface Decision {
  number: string
  title: string
  status: string
  date: string
  supersedes: string[]
  supersededBy: string[]
}

/** Complaints about decisions without status, date or row in the index, and about names of decisions that are not there. */
export function checkDecisions(sources: ReadonlyMap<string, string>): string[] {
  const pages = [...sources].filter(([path]) => page.test(path))
  const decisions = new Map(pages.map(([path, text]) => [path, read(path, text)]))
  const known = new Map([...decisions.values()].flatMap((one) => (one ? [[one.number, one] as const] : [])))
  return [
    ...[...decisions].flatMap(([path, one]) =>
      one
        ? []
        : [
            `${path}: begins "# 0007: Title", then "**Status.** Accepted, 2026-01-31" and what it supersedes.`,
          ],
    ),
    ...checkIndex(sources.get(index) ?? '', decisions),
    ...[...known.values()].flatMap((one) => checkReversals(one, known)),
    ...checkNames(sources, new Set(pages.map(([path]) => numberOf(path)))),
  ]
}

const numberOf = (path: string) => page.exec(path)?.[1] ?? ''

function read(path: string, text: string): Decision | null {
  const number = numberOf(path)
  const [, title] = new RegExp(`^# ${number}: (.+)\n`).exec(text) ?? []
  const [, date, rest] = /\n\*\*Status\.\*\* Accepted, (\d{4}-\d\d-\d\d)((?:.|\n(?!\n))*)/.exec(text) ?? []
  if (title === undefined || date === undefined || rest === undefined) return null
  const [, part, by = ''] = /; superseded( in part)? by ([^.]*(?:\.md[^.]*)*)\./.exec(rest) ?? []
  const [, of = ''] = /Supersedes (?:part of )?((?:.|\n)*)$/.exec(rest) ?? []
  const supersededBy = linked(by)
  const word = `superseded${part ?? ''} by ${supersededBy.join(', ')}`
  const status = supersededBy.length > 0 ? word : 'accepted'
  return { number, title, status, date, supersedes: linked(of), supersededBy }
}

const linked = (text: string) => [...text.matchAll(/\[(\d{4})\]\(/g)].map((match) => match[1] ?? '')

function checkIndex(text: string, decisions: ReadonlyMap<string, Decision | null>): string[] {
  const rows = [...text.matchAll(row)].map(([, number, file, title, status, date]) =>
    [number, `${folder}${file}`, title, status, date].join(' | '),
  )
  const wanted = [...decisions].flatMap(([path, one]) =>
    one ? [[one.number, path, one.title, one.status, one.date].join(' | ')] : [],
  )
  return [
    ...wanted.filter((each) => !rows.includes(each)).map((each) => `${index}: has no row "${each}".`),
    ...rows
      .filter((each) => !wanted.includes(each))
      .map((each) => `${index}: no page is as its row "${each}".`),
    ...rows.filter((each, n) => rows.indexOf(each) !== n).map((each) => `${index}: has "${each}" twice.`),
  ]
}

function checkReversals(one: Decision, known: ReadonlyMap<string, Decision>): string[] {
  const silent = (others: string[], says: 'supersedes' | 'supersededBy') =>
    others.filter((other) => known.has(other) && !known.get(other)?.[says].includes(one.number))
  return [
    ...silent(one.supersededBy, 'supersedes').map(
      (by) => `${folder}${by}: does not say that it supersedes ${one.number}.`,
    ),
    ...silent(one.supersedes, 'supersededBy').map(
      (of) => `${folder}${of}: does not say that ${one.number} supersedes it.`,
    ),
  ]
}

function checkNames(sources: ReadonlyMap<string, string>, numbers: ReadonlySet<string>): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (path.startsWith('scripts/house/')) return []
    const matches = [...text.matchAll(named), ...(page.test(path) ? text.matchAll(namedInPages) : [])]
    const missing = new Set(matches.map((match) => match[1] ?? '').filter((number) => !numbers.has(number)))
    return [...missing].map((number) => `${path}: names decision ${number}, which is not there.`)
  })
}
