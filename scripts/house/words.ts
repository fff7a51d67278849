/* Words that have no place here. This folder names them, and is not read. */

type Rule = readonly [files: RegExp, words: RegExp, why: string]

const code = /\.(ts|tsx|mjs|js|css|sql)$/
const written = /\.(ts|tsx|mjs)$/
const glossary = 'docs/glossary.md has the word for it'
const rules: readonly Rule[] = [
  [code, /\b(TODO|FIXME|XXX|HACK)\b/, 'finish it, or write a decision that says why not'],
  [code, /@ts-(ignore|nocheck)/, 'give the value its type'],
  [code, /(?:eslint|oxlint)-disable|@ts-expect-error|prettier-ignore/, 'say why, after " -- "'],
  [written, /\b(?:[a-z]\w*)?Deeds?\b|\bdeeds\b|\btwins?\b|\w*[tT]winCommitted\b/, glossary],
  [written, /\b\w*[aA]skers?\b|\basker_id\b/, glossary],
  [written, /\b\w*[a-z]Letter\b|\bLetter(?:Parts)?\b|\bsend\w*Letters\b|\b[lL]etterhead\w*/, glossary],
  [written, /\b\w*Desk\b|\bdesk[,)]|\b(?:Mail|Invite)?Means\b|\bmeansOf\b/, glossary],
  [
    written,
    /\b[tT]idings\b|\bbackstage\b|\bStanding\b(?![:'?])|(?<!['\w])(?!settleTrouble)\w+Troubles?\b|\bTroubles?\b/,
    glossary,
  ],
  [written, /\b\w*Worlds?\b|\bworld\.app\b|\bStoryClock\b|\bserve\.asked\b|\.atOnce\b/, glossary],
  [
    written,
    /\b(?:const|let|function|type|interface) (?:asked|told|found)\b/i,
    'say what is returned or held',
  ],
  [written, /\b(?:const|let|function|type|interface) (?:\w*[a-z])?payers?(?:[A-Z]\w*)?\b/i, glossary],
  [
    written,
    /\b(?:const|let|function|type|interface) (?!\w+(?:HandOver|(?:Site|Clinic)Hand)\b|(?:add|rename|remove)Hand\b|createHandOff\b)\w*[hH]ands?(?:Over|Off)?s?\b/,
    glossary,
  ],
  [/\.test\.ts$/, /\b(?:test|it|describe|t)\.(?:skip|only|todo)\b/, 'a test runs or is not there'],
  [
    /^server\/src\/(?!platform\/database\/pipelined-client\.ts$).*\.ts$/,
    /\bpg\.Query\b|\b_(?:send|result|parsers|accumulateRows|prebuiltEmptyResultObject)\b|\bhandleRowDescription\b/,
    'private parts of the driver are touched in platform/database/pipelined-client.ts alone',
  ],
  [/./, /(?:^|[\s"'`(=])\/(?:home|root|Users|work)\/\w/, 'a path of one machine'],
  [/^web\/src\/.*\.tsx?$/, /dangerouslySetInnerHTML|\.innerHTML\s*=/, 'text goes through React'],
  [
    /(?<!\.test)\.(ts|tsx|mjs)$/,
    /\bbrand(?:Name)?\s*[!=]==?\s*['"`](?:sites|clinics|Byre)|\bbrands(?:\.(?:sites|clinics)\b|\[['"`])/,
    'a brand says what differs in contract/src/brands.ts; nothing asks which one it is',
  ],
  [
    /^server\/src\/(?!platform\/proven\.ts|.*\.(?:policy|test)\.ts$).*\.ts$/,
    /\bprove\b.* from '.*\/proven\.ts'|\bas (?:(?:unknown as|typeof \w+ &) )*(?:\w*Access|Proven\w*)\b/,
    'a proof of access is made by a check in a *.policy.ts; ask for its result',
  ],
]

export function checkWords(path: string, text: string): string[] {
  if (path.startsWith('scripts/house/') || path.endsWith('package-lock.json')) return []
  const applying = rules.filter(([files]) => files.test(path))
  return text.split('\n').flatMap((line, index) =>
    applying.flatMap(([, words, why]) => {
      const word = words.exec(line)?.[0].trim()
      const isExplained = why.startsWith('say why') && / -- \S/.test(line)
      return word === undefined || isExplained ? [] : [`${path}:${index + 1}: "${word}": ${why}.`]
    }),
  )
}
