import { parse, type Token } from '@messageformat/parser'

/** What is wrong with a translation, in a word each: it is missing, no message, or says other values than the sentence. */
export function faultsOf(id: string, translation: string): string[] {
  if (translation === '') return ['is not translated']
  try {
    const [wanted, given] = [valuesOf(id), valuesOf(translation)]
    const missing = [...wanted].filter((value) => !given.has(value))
    const unknown = [...given].filter((value) => !wanted.has(value))
    return [
      ...missing.map((value) => `leaves out {${value}}`),
      ...unknown.map((value) => `names {${value}}, which is not there`),
      ...(/^\s/.test(id) !== /^\s/.test(translation) || /\s$/.test(id) !== /\s$/.test(translation)
        ? ['begins or ends with other spaces']
        : []),
    ]
  } catch (error) {
    return [`cannot be read (${(error as Error).message})`]
  }
}

/** The names of all values in a message of ICU, also inside its choices. */
function valuesOf(message: string): Set<string> {
  const values = new Set<string>()
  const see = (tokens: Token[]) => {
    for (const token of tokens) {
      if ('arg' in token) values.add(token.arg)
      if ('cases' in token) for (const { tokens } of token.cases) see(tokens)
    }
  }
  see(parse(message))
  return values
}
