import { absent } from '../databases/absent.ts'
import { features } from '../databases/features.ts'
import { pageOf } from '../databases/page.ts'

/* Statements use of PostgreSQL what scripts/databases/ lists, where it lists it, and docs/operators/other-databases.md says so. */

export const databasesPage = 'docs/operators/other-databases.md'

/** Files with statements of the product. */
const read = /^(?:server\/migrations\/.*\.sql|(?:server\/src|scripts\/byre)\/.*\.ts)$/
const isForTests = (path: string) => /\.test\.ts$|\/testing\//.test(path)

const hasStatements = (path: string) => read.test(path) && !isForTests(path)

/** Comments may name what they like; lines stay where they are. */
function withoutComments(path: string, text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  return path.endsWith('.sql')
    ? text.replace(/--.*/g, blank)
    : text.replace(/\/\*[^]*?\*\//g, blank).replace(/(?<=^|\s)\/\/ .*/gm, blank)
}

/** Complaints about what stands outside the list, about a list that names what is not there, and about an old page. */
export function checkDatabases(sources: ReadonlyMap<string, string>): string[] {
  const statements = new Map(
    [...sources]
      .filter(([path]) => hasStatements(path))
      .map(([path, text]) => [path, withoutComments(path, text)]),
  )
  const complaints = [...statements].flatMap(([path, text]) => checkStatements(path, text))
  for (const { name, looks, files } of features)
    for (const file of files === 'anywhere' ? [] : files)
      if (!looks.test(statements.get(file) ?? ''))
        complaints.push(
          `scripts/databases/features.ts: ${file} has nothing of "${name}": take it off the list.`,
        )
  if (sources.get(databasesPage) !== pageOf(features))
    complaints.push(`${databasesPage} is not what the list says: run "node scripts/databases.ts".`)
  return complaints
}

function checkStatements(path: string, text: string): string[] {
  const elsewhere = features.filter(({ files }) => files !== 'anywhere' && !files.includes(path))
  return text.split('\n').flatMap((line, index) => {
    const at = `${path}:${index + 1}`
    return [
      ...absent.filter(({ looks }) => looks.test(line)).map(({ name, why }) => `${at}: ${name}: ${why}.`),
      ...elsewhere
        .filter(({ looks }) => looks.test(line))
        .map(
          ({ name }) =>
            `${at}: ${name}: not every database has them. Do without, or name the file in scripts/databases/features.ts and say how it stands elsewhere.`,
        ),
    ]
  })
}
