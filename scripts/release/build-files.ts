import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The files of a build that its program names, at once or later, itself among them. Beside them those of builds before it lie for a
 * day, for whoever still runs one (`bundle.ts`), and those no release needs.
 */
export function buildFilesOf(program: string): Set<string> {
  const folder = dirname(program)
  const beside = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const files = new Set([program])
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const name of beside) if (text.includes(`${name}"`)) files.add(join(folder, name))
  }
  return files
}
