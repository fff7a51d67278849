import { isIP } from 'node:net'
import * as z from 'zod/mini'

/*
 * Rules for environment variables, made with zod. What a rule says of a wrong value follows the variable's name:
 * `PORT is "80 80": give a whole number from 1 to 65535.`
 */

/** What was read, with a fallback for what is refused, and what is wrong, a line each, all of it at once. */
export interface Read<T> {
  values: T
  problems: string[]
}

/** An empty value counts as not set. Each rule of `variables` must do without a value. */
export function readEnvironment<T extends z.core.$ZodShape>(
  variables: z.ZodMiniObject<T>,
  environment: NodeJS.ProcessEnv,
): Read<z.output<z.ZodMiniObject<T>>> {
  const names = Object.keys(variables.shape)
  const given = new Map(names.map((name) => [name, environment[name]?.trim() || undefined]))
  const { success, data, error } = variables.safeParse(Object.fromEntries(given))
  if (success) return { values: data, problems: [] }
  for (const { path } of error.issues) given.delete(String(path[0]))
  return {
    values: variables.parse(Object.fromEntries(given)),
    problems: error.issues.map(({ path, message }) => `${String(path[0])} ${message}`),
  }
}

const problemWith =
  (verb: 'is' | 'has', remedy: string) =>
  ({ input }: { input?: unknown }) =>
    `${verb} ${JSON.stringify(input)}: ${remedy}.`

/** Any text, or one that `isRight` accepts. Pass `secret` for one that must not be repeated in a message. */
export function text(isRight = (_: string) => true, remedy = '', secret?: 'secret') {
  const error = secret ? `cannot be used: ${remedy}.` : problemWith('is', remedy)
  return z.optional(z.string().check(z.refine(isRight, { error })))
}

export function wholeNumber(fallback: number, { min, max }: { min: number; max: number }) {
  const isRight = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
  return number(fallback, isRight, `give a whole number from ${min} to ${max}`)
}

export function factor(fallback: number) {
  const isRight = (value: string) => /^\d{1,9}(\.\d{1,6})?$/.test(value) && Number(value) > 0
  return number(fallback, isRight, 'give a number above 0, such as 1 or 0.5')
}

function number(fallback: number, isRight: (value: string) => boolean, remedy: string) {
  const digits = z.string().check(z.refine(isRight, { error: problemWith('is', remedy) }))
  return z._default(z.pipe(digits, z.transform(Number)), fallback)
}

/** One of `choices`; the first where none is given. */
export function choice<const T extends readonly [string, ...string[]]>(choices: T) {
  const rule = z.enum(choices, { error: problemWith('is', `give one of ${choices.join(', ')}`) })
  return z._default(rule, choices[0] as z.output<typeof rule>)
}

export function flag() {
  const rule = z.enum(['0', '1'], { error: problemWith('is', 'give 0 or 1') })
  const isOn = z.transform((value: '0' | '1') => value === '1')
  return z._default(z.pipe(rule, isOn), false)
}

const split = z.pipe(
  z.string(),
  z.transform((value) => value.split(',').flatMap((part) => part.trim() || [])),
)

/** Values between commas, each of which `isRight` accepts. */
export function list(isRight: (value: string) => boolean, remedy: string) {
  const part = z.string().check(z.refine(isRight, { error: problemWith('has', remedy) }))
  return z._default(z.pipe(split, z.array(part)), [])
}

/** Some of `choices` in their order; all where none is given. */
export function someOf<const T extends string>(choices: readonly T[]) {
  const part = z.enum(choices, { error: problemWith('is', `give a list of ${choices.join(', ')}`) })
  const some = z.transform((values: T[]) =>
    choices.filter((one) => values.length === 0 || values.includes(one)),
  )
  return z._default(z.pipe(z.pipe(split, z.array(part)), some), [...choices])
}

/** The base address of an http service, without a slash at its end. */
export function baseUrl({ path }: { path: boolean }) {
  const isBase = (value: string) => {
    const url = parseUrl(value, ['http:', 'https:'])
    const isBare = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
    return isBare && (path || url.pathname === '/')
  }
  const example = path ? 'https://api.example.com' : 'https://portal.example.com'
  const error = problemWith('is', `give an http or https address such as ${example}`)
  const plain = z.transform((value: string) => new URL(value).href.replace(/\/+$/, ''))
  return z.optional(z.pipe(z.string().check(z.refine(isBase, { error })), plain))
}

export function parseUrl(value: string, protocols: readonly string[]): URL | undefined {
  const url = URL.parse(value)
  return url && protocols.includes(url.protocol) && url.hostname !== '' ? url : undefined
}

export function isHostName(value: string): boolean {
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
  return value.length <= 253 && new RegExp(`^${label}(?:\\.${label})*$`).test(value) && isIP(value) === 0
}

/** `10.0.0.1`, `10.0.0.0/8`, `::1`, `fd00::/8`. */
export function isAddressOrNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/** `10.0.0.53`, `10.0.0.53:5353`, `[::1]:5353`. */
export function isAddressWithPort(value: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(value) ?? []
  return isIP(value) !== 0 || (isIP(bracketed ?? plain ?? '') !== 0 && Number(port ?? 53) <= 65_535)
}
