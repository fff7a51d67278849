import { posix } from 'node:path'

/* What documents and comments point at is there. */

const packages = 'server|web|client|contract|rules|e2e|bench|scripts|deploy|docs|\\.ci'
/** `server/src/app.ts`, in code marks or as words; with a star, a range or a placeholder it names no one file. */
const named = new RegExp(`(?<![\\w./@-])(?:${packages})/[\\w./-]*[\\w/](?![\\w*{<[…])`, 'g')
const linked = /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)]*)?\)/g
/** Made by a build, or on the machine that runs the product. */
const made = /^(?:(?:server|web)\/(?:dist|\.cache)|deploy\/(?:\.env|secrets|certificates))\b/

/** Complaints about paths in a document that do not exist; `exists` is asked with paths from the root. */
export function checkDocument(path: string, text: string, exists: (path: string) => boolean): string[] {
  if (!path.endsWith('.md')) return []
  const wanted = [
    ...[...text.matchAll(named)].map(([matched]) => matched),
    ...[...text.matchAll(linked)].map((match) => posix.join(posix.dirname(path), match[1] ?? '')),
  ]
  return [...new Set(wanted)].flatMap((target) =>
    made.test(target) || exists(target.replace(/\/$/, ''))
      ? []
      : [`${path}: names ${target}, which is not there.`],
  )
}

const code = /\.(ts|tsx|mjs|js|css|sql|ya?ml)$/
const pageNamed = /(?<![\w./${}-])[\w./-]+\.md\b/g
/** `specification 3.1` */
const cited = /\bspecification (\d+(?:\.\d+)?)\b/gi
const heading = /^##+ (\d+(?:\.\d+)?)\.? /gm

/** The numbers of a page's sections. */
export const sectionsOf = (page: string) =>
  new Set([...page.matchAll(heading)].map((match) => match[1] ?? ''))

/** Complaints about pages that code names by a path that is not there, and about sections that nobody wrote. */
export function checkCitations(
  path: string,
  text: string,
  exists: (path: string) => boolean,
  sections: ReadonlySet<string>,
): string[] {
  if (path.startsWith('scripts/house/')) return []
  const pages = code.test(path) ? [...text.matchAll(pageNamed)].map(([matched]) => matched) : []
  const numbers = [...text.matchAll(cited)].map((match) => match[1] ?? '')
  return [
    ...[...new Set(pages)]
      .filter((page) => !exists(page))
      .map(
        (page) => `${path}: names ${page}, which is not there; say the rule, or name a page from the root.`,
      ),
    ...[...new Set(numbers)]
      .filter((number) => !sections.has(number))
      .map((number) => `${path}: cites specification ${number}, which docs/specification.md does not have.`),
  ]
}
