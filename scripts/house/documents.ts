import { posix } from 'node:path'

/* What documents point at is there. */

const packages = 'server|web|contract|e2e|bench|scripts|deploy|docs|\\.ci'
/** `server/src/app.ts`, in code marks or as words; with a star, a range or a placeholder it names no one file. */
const named = new RegExp(`(?<![\\w./@-])(?:${packages})/[\\w./-]*[\\w/](?![\\w*{<[…])`, 'g')
const linked = /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)]*)?\)/g
/** Made by a build, or on the machine that runs the product. */
const made = /^(?:server|web)\/(?:dist|\.cache)\b/

/** Complaints about paths in a document that do not exist; `exists` is asked with paths from the root. */
export function checkDocument(path: string, text: string, exists: (path: string) => boolean): string[] {
  if (!path.endsWith('.md')) return []
  const wanted = [
    ...[...text.matchAll(named)].map(([found]) => found),
    ...[...text.matchAll(linked)].map((match) => posix.join(posix.dirname(path), match[1] ?? '')),
  ]
  return [...new Set(wanted)].flatMap((target) =>
    made.test(target) || exists(target.replace(/\/$/, ''))
      ? []
      : [`${path}: names ${target}, which is not there.`],
  )
}
