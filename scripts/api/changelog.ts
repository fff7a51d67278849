import { compareApis } from './compare.ts'
import type { Api } from './document.ts'

/* What changed in the API since its last release: told in docs/guides/changelog.html, and refused where a break is not meant. */

/** docs/api/last-release.json */
export interface LastRelease {
  version: string
  /** Breaks that are meant, in the words of the check, each with what those who call should do. */
  meant: Record<string, string>
}

interface ChangesSince {
  /** The section of the changelog. */
  section: string
  /** What must not be, a line each. */
  complaints: string[]
}

export function changesSince(before: Api, now: Api, { version, meant }: LastRelease): ChangesSince {
  const { breaks, additions } = compareApis(before, now)
  const reasonOf = (words: string) => (Object.hasOwn(meant, words) ? meant[words] : undefined)
  return {
    section: sectionOf(
      breaks.flatMap((words) => (reasonOf(words) ? [`${inCode(words)}. ${reasonOf(words)}`] : [])),
      additions,
    ),
    complaints: [
      ...breaks
        .filter((words) => !reasonOf(words))
        .map(
          (words) =>
            `Programs written for ${version} would break: ${words}. Keep it as it was, or say in docs/api/last-release.json ` +
            `under "meant" why it must be and what to do: ${JSON.stringify({ [words]: '…' })}`,
        ),
      ...Object.keys(meant)
        .filter((words) => !breaks.includes(words))
        .map((words) => `docs/api/last-release.json means a break that there is not: ${words}`),
    ],
  }
}

/** `addCard takes no body.id any more` with its call in code marks. */
const inCode = (words: string) => words.replace(/^\w+/, '`$&`')

function sectionOf(breaks: readonly string[], additions: readonly string[]): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? []
      : [`<h3>${title}</h3>`, '<ul>', ...lines.map((line) => `<li>${asHtml(line)}</li>`), '</ul>']
  const parts = [...part('What breaks', breaks), ...part('What is new', additions)]
  return parts.length === 0 ? '<p>Nothing.</p>' : parts.join('\n')
}

const asHtml = (line: string) =>
  line
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')

const begin = '<!-- written by npm run openapi -->\n'
const end = '<!-- until here -->\n'

/** What stands before the marks, between them, and after. */
function partsOf(page: string): [before: string, section: string, after: string] {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/guides/changelog.html has lost its marks')
  return [page.slice(0, from), page.slice(from + begin.length, to), page.slice(to + end.length)]
}

/** The changelog with what has changed since the last release. */
export function withChanges(page: string, { section }: Pick<ChangesSince, 'section'>): string {
  const [before, , after] = partsOf(page)
  return `${before}${begin}${section}\n${end}${after}`
}

/** The changelog in which all that is a release of this day, and nothing has changed since. */
export function withRelease(page: string, version: string, at: Date): string {
  const [before, section, after] = partsOf(page)
  const released = `<h2>${version}, ${at.toISOString().slice(0, 10)}</h2>\n${section}`
  return withChanges(`${before}${begin}${end}${released}${after}`, { section: '<p>Nothing.</p>' })
}

/** A description as it is kept for comparing: without its examples, which are not compared. */
export const released = (document: object): string => `${JSON.stringify(withoutExamples(document))}\n`

function withoutExamples(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutExamples)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]) =>
      isExample(key, part) ? [] : [[key, withoutExamples(value)]],
    ),
  )
}

/** Beside a schema, or on the shelf of those that answers share; a field may be called so, too. */
const isExample = (key: string, within: object) =>
  (key === 'example' && 'schema' in within) ||
  (key === 'examples' && ('schema' in within || 'securitySchemes' in within))
