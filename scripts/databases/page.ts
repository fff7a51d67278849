import type { Feature, Support } from './feature.ts'

/** Versions on which every feature was tried by `node scripts/databases.ts --try URL`, and those that the whole of `npm test` runs on. */
const tried = { features: ['15.18', '16.14', '17.10', '18.4'], wholly: ['18.4'] }

const words: Record<Support['is'], string> = {
  works: 'works',
  replaced: 'replaced',
  fails: '**fails**',
  unknown: 'unknown',
}

function cell({ is, but, source }: Support): string {
  const word = source === undefined ? words[is] : `[${words[is]}](${source})`
  return but === undefined ? word : `${word}: ${but}`
}

const placesOf = ({ files }: Feature) =>
  files === 'anywhere' ? 'anywhere' : files.map((file) => `\`${file}\``).join(' ')

const listed = (versions: readonly string[]) =>
  versions.length > 1 ? `${versions.slice(0, -1).join(', ')} and ${versions.at(-1)}` : String(versions[0])

const waysOf = (failing: readonly string[]) =>
  failing.length > 0
    ? `these stand in the way: ${failing.join('; ')}`
    : 'nothing is known to stand in the way'

/** The page for operators, from the list. */
export function pageOf(features: readonly Feature[]): string {
  const failing = (of: 'yugabyte' | 'cockroach') =>
    features.filter((feature) => feature[of].is === 'fails').map(({ name }) => name)
  const rows = features.map(
    (feature) =>
      `| ${feature.name} | ${feature.why} | works | ${cell(feature.yugabyte)} | ${cell(feature.cockroach)} | ${placesOf(feature)} |`,
  )
  return `# Other databases

<!-- Written by "node scripts/databases.ts" from scripts/databases/features.ts. -->

Byre runs on PostgreSQL 15 to 18. Each feature below was tried on ${listed(tried.features)}, and every test of the project runs on ${listed(tried.wholly)}. On **YugabyteDB** and
**CockroachDB**, which speak PostgreSQL's protocol and spread one database over many machines, **nobody has run Byre**: what stands
below was read where it links to. On YugabyteDB ${waysOf(failing('yugabyte'))}; on CockroachDB ${waysOf(failing('cockroach'))}.

Whoever tries one begins its database with \`EVENT_CURSOR=numbers\`, in every process and for \`npm run migrate\`. Live pages and webhooks then go by numbers that lines of the
audit trail are given once they can be seen, where otherwise they go by transaction ids (decision 0149); it works on PostgreSQL as well, where \`npm run test:numbers\` tries it. A
database keeps what it was begun with: to change it, restore a backup into a new one.

Long before one PostgreSQL is too small there are a bigger machine, fewer connections by a proxy, and a standby for reports
(\`docs/operators/database.md\`).

To see how it stands on another version or database, give it an empty database there:

\`\`\`sh by hand: it asks another database
node scripts/databases.ts --try postgres://someone@host:5433/empty
\`\`\`

Statements use each of these in the named files alone, and \`npm run check\` refuses them elsewhere. Advisory locks of a transaction, sequences, deferred constraints, temporary tables,
extensions, MERGE and whatever is newer than PostgreSQL 15 are used nowhere (\`scripts/databases/absent.ts\`).
pg-boss, which keeps the jobs, brings statements of its own: partitioned tables, functions in PL/pgSQL, advisory locks of a transaction.

| Feature | What for | PostgreSQL 15–18 | YugabyteDB | CockroachDB | Where |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}
