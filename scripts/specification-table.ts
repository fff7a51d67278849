/*
 * The table of docs/specification-table.md, as its test reads it: `| rule | held by |`, where a rule is held by tests,
 * each by its file and the beginning or a part of its title, or is as it is by a decision.
 */

interface TestReference {
  file: string
  title: string
}

interface Row {
  rule: string
  tests: TestReference[]
  decisions: string[]
  /** What of the second column was understood as neither. */
  rest: string
}

const named = /`([\w./-]+\.test\.ts)` "([^"]+)"/g
const decided = /\bdecision (\d{4})\b/g

export function rowsOf(page: string): Row[] {
  const lines = [...page.matchAll(/^\| (.+) \| (.+) \|$/gm)].filter(([, rule]) => rule !== 'rule')
  return lines.map(([, rule = '', held = '']) => ({
    rule,
    tests: [...held.matchAll(named)].map(([, file = '', title = '']) => ({ file, title })),
    decisions: [...held.matchAll(decided)].map(([, number = '']) => number),
    rest: held.replace(named, '').replace(decided, '').replace(/[;\s]/g, ''),
  }))
}

/** The product's own words in a rule: “Login failed.” */
export const messagesIn = (rule: string) => [...rule.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words)

/** The calls a rule is about: `GET /api/v1/sites/{id}`, with `{}` for each part that names something. */
export const callsIn = (rule: string) =>
  [...rule.matchAll(/`((?:GET|POST|PUT|DELETE) \/api\/v1\/[^`]+)`/g)].map(([, call = '']) =>
    withoutNames(call),
  )

export const withoutNames = (call: string) => call.replace(/\{\w+\}/g, '{}')

/** What stands as a title in a test's source; `${…}` as it is written. */
export const titlesOf = (source: string) =>
  [...source.matchAll(/\b(?:test|it)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(([, , title = '']) => title)
