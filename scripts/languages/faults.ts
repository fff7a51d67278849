import { compileMessage } from '@lingui/message-utils/compileMessage'

/** What is wrong with a translation, in a word each: it is missing, no message, or says other values than the sentence. */
export function faultsOf(id: string, translation: string): string[] {
  if (translation === '') return ['is not translated']
  if (!isReadable(translation)) return ['cannot be read']
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
}

/** What is no message of ICU comes back as it is, with its braces. */
const isReadable = (message: string): boolean =>
  [compileMessage(message)].flat().every((token: unknown) => typeof token !== 'string' || !/[{}]/.test(token))

/** A value in a compiled message: its name and, where something is chosen by it, what is said then. */
type Token = string | [name: string, type?: string, forms?: unknown]

/** The names of all values in a message of ICU, also inside its choices. */
function valuesOf(message: string): Set<string> {
  const values = new Set<string>()
  const see = (said: unknown) => {
    if (!Array.isArray(said)) return
    for (const token of said as Token[]) {
      if (typeof token === 'string') continue
      values.add(token[0])
      if (typeof token[2] === 'object') Object.values(token[2] ?? {}).forEach(see)
    }
  }
  see(compileMessage(message))
  return values
}
