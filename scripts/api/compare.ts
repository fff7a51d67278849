import { callsOf, dataIn, schemaIn, type Api, type Call, type Parameter, type Schema } from './document.ts'

/*
 * What became of the API between two of its documents: what breaks a program that was written by the older one, and what
 * is new. What is sent may only be taken more freely, what is answered may only say more; new values and new refusal codes
 * break nothing, since programs are asked to expect them.
 */

export interface Changes {
  /** `getSite: answer name is gone`, as they are said where they are meant. */
  breaks: string[]
  additions: string[]
}

export function compareApis(before: Api, now: Api): Changes {
  const changes: Changes = { breaks: [], additions: [] }
  const callsNow = new Map(callsOf(now).map((call) => [call.name, call]))
  const known = new Set<string>()
  for (const call of callsOf(before)) {
    known.add(call.name)
    const successor = callsNow.get(call.name)
    if (successor) compareCalls({ api: before, call }, { api: now, call: successor }, changes)
    else changes.breaks.push(`${call.name} is gone`)
  }
  for (const { name, method, path, summary } of callsNow.values())
    if (!known.has(name)) changes.additions.push(`\`${name}\`, \`${method} ${path}\`: ${summary}`)
  return changes
}

interface Side {
  api: Api
  call: Call
}

function compareCalls(before: Side, now: Side, { breaks, additions }: Changes): void {
  const { name } = now.call
  const lines = new Set<string>()
  const tell = (list: string[], words: string) => {
    const line = `${name}${list === additions ? ': ' : ' '}${words}`
    if (!lines.has(line)) list.push(list === additions ? `\`${name}\`: ${words}` : line)
    lines.add(line)
  }
  const breaking = (words: string) => tell(breaks, words)

  const addressOf = ({ method, path, host }: Call) => `${method} ${path}${host === '' ? '' : ` at ${host}`}`
  if (addressOf(before.call) !== addressOf(now.call))
    breaking(`is ${addressOf(now.call)}, was ${addressOf(before.call)}`)
  if (before.call.status !== now.call.status)
    breaking(`answers ${now.call.status}, was ${before.call.status}`)
  compareSecurity(before.call, now.call, breaking)
  compareRefusals(before.call, now.call, breaking)

  const seen = { breaking, adding: (words: string) => tell(additions, words) }
  compareParameters(before, now, seen)
  const sent = new Comparison(before.api, now.api, 'sent', seen)
  if (before.call.body && now.call.body) sent.compare(before.call.body, now.call.body, 'body')
  else if (before.call.body) breaking('takes no body any more')
  else if (now.call.body && (schemaIn(now.api, now.call.body).required ?? []).length > 0)
    breaking('now needs a body')

  const answered = new Comparison(before.api, now.api, 'answered', seen)
  for (const [type, schema] of Object.entries(before.call.answers)) {
    const successor = now.call.answers[type]
    if (!successor) breaking(`answers no ${type} any more`)
    else if (type === 'application/json')
      answered.compare(dataIn(before.api, schema), dataIn(now.api, successor), 'answer')
  }
}

function compareSecurity(before: Call, now: Call, breaking: (words: string) => void): void {
  if (now.security.length === 0) return
  if (before.security.length === 0) return breaking('is no longer for anyone')
  for (const way of before.security)
    if (!now.security.includes(way)) breaking(`can no longer be made by ${way}`)
}

/** A code that a program knows comes with the status it came with. */
function compareRefusals(before: Call, now: Call, breaking: (words: string) => void): void {
  const statusOf = new Map(
    [...now.refusals].flatMap(([status, codes]) => codes.map((code) => [code, status])),
  )
  for (const [status, codes] of before.refusals)
    for (const code of codes) {
      const other = statusOf.get(code)
      if (other !== undefined && other !== status) breaking(`refuses by ${code} with ${other}, was ${status}`)
    }
}

interface Seen {
  breaking(words: string): void
  adding(words: string): void
}

function compareParameters(before: Side, now: Side, seen: Seen): void {
  const keyOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`
  const earlier = new Map(before.call.parameters.map((one) => [keyOf(one), one]))
  const later = new Map(now.call.parameters.map((one) => [keyOf(one), one]))
  const sent = new Comparison(before.api, now.api, 'sent', seen)
  for (const [key, one] of earlier) {
    const successor = later.get(key)
    if (!successor) seen.breaking(`takes no ${key} any more`)
    else sent.compare(one.schema, successor.schema, key)
  }
  for (const [key, { required }] of later) {
    const wasRequired = earlier.get(key)?.required ?? false
    if (required && !wasRequired) seen.breaking(`now needs ${key}`)
    else if (!earlier.has(key)) seen.adding(`takes \`${key.split(' ').at(-1)}\``)
  }
}

/** Two schemas of the same thing: `sent`, all that was taken still is; `answered`, all that is said was known. */
class Comparison {
  readonly #before: Api
  readonly #now: Api
  readonly #way: 'sent' | 'answered'
  readonly #seen: Seen
  readonly #pairs = new Set<string>()

  constructor(before: Api, now: Api, way: 'sent' | 'answered', seen: Seen) {
    this.#before = before
    this.#now = now
    this.#way = way
    this.#seen = seen
  }

  compare(before: Schema, now: Schema, where: string): void {
    const pair = `${before.$ref} ${now.$ref} ${where.split('.').length > 8}`
    if (before.$ref && now.$ref) {
      if (this.#pairs.has(pair)) return
      this.#pairs.add(pair)
    }
    const [earlier, later] = [waysOf(this.#before, before), waysOf(this.#now, now)]
    const [single, successor] = [earlier[0]!, later[0]!]
    if (earlier.length === 1 && later.length === 1) return this.#compareOne(single, successor, where)
    // Each way that must still be there needs one on the other side that it fits.
    const [must, may] = this.#way === 'sent' ? [earlier, later] : [later, earlier]
    for (const way of must) {
      const fits = may.some((other) => this.#isQuiet(way, other, where))
      if (fits) continue
      const alike = may.find((other) => other.type === way.type)
      const [one, other] = this.#way === 'sent' ? [way, alike] : [alike, way]
      if (one && other) this.#compareOne(one, other, where)
      else
        this.#seen.breaking(
          this.#way === 'sent'
            ? `takes no ${kindOf(way)} as ${where} any more`
            : `may answer ${kindOf(way)} as ${where}`,
        )
    }
  }

  /** Whether two would be compared without a word. */
  #isQuiet(way: Schema, other: Schema, where: string): boolean {
    let isQuiet = true
    const seen = { breaking: () => (isQuiet = false), adding: () => undefined }
    const alone = new Comparison(this.#before, this.#now, this.#way, seen as unknown as Seen)
    const [before, now] = this.#way === 'sent' ? [way, other] : [other, way]
    alone.#compareOne(before, now, where)
    return isQuiet
  }

  #compareOne(before: Schema, now: Schema, where: string): void {
    if (kindOf(before) !== kindOf(now) && !(before.type === 'integer' && now.type === 'number'))
      return this.#seen.breaking(`has ${kindOf(now)} as ${where}, was ${kindOf(before)}`)
    if (this.#way === 'sent') this.#compareRules(before, now, where)
    else if (valuesOf(before) && !valuesOf(now))
      this.#seen.breaking(`may answer anything as ${where}, was one of ${valuesOf(before)!.join(', ')}`)
    if (before.items && now.items) this.compare(before.items, now.items, `${where}[]`)
    if (before.properties || now.properties) this.#compareFields(before, now, where)
  }

  #compareFields(before: Schema, now: Schema, where: string): void {
    const [earlier, later] = [before.properties ?? {}, now.properties ?? {}]
    const needs = (schema: Schema, name: string) => (schema.required ?? []).includes(name)
    for (const [name, field] of Object.entries(earlier)) {
      const here = `${where}.${name}`
      const successor = later[name]
      if (!successor)
        this.#seen.breaking(this.#way === 'sent' ? `takes no ${here} any more` : `has no ${here} any more`)
      else this.compare(field, successor, here)
      if (successor && this.#way === 'answered' && needs(before, name) && !needs(now, name))
        this.#seen.breaking(`may leave out ${here}`)
    }
    for (const name of Object.keys(later)) {
      const here = `${where}.${name}`
      if (this.#way === 'sent' && needs(now, name) && !needs(before, name))
        this.#seen.breaking(`now needs ${here}`)
      else if (!(name in earlier))
        this.#seen.adding(
          `${this.#way === 'sent' ? 'takes' : 'answers'} \`${here.slice(here.indexOf('.') + 1)}\``,
        )
    }
  }

  #compareRules(before: Schema, now: Schema, where: string): void {
    const [earlier, later] = [valuesOf(before), valuesOf(now)]
    if (later && !earlier) this.#seen.breaking(`takes only ${later.join(', ')} as ${where}`)
    const gone = earlier && later ? earlier.filter((value) => !later.includes(value)) : []
    if (gone.length > 0) this.#seen.breaking(`takes ${gone.join(', ')} as ${where} no more`)
    if (now.pattern !== undefined && now.pattern !== before.pattern)
      this.#seen.breaking(`takes ${where} like ${now.pattern}, was ${before.pattern ?? 'any'}`)
    for (const [rule, isNarrower] of bounds) {
      const [was, is] = [before[rule], now[rule]]
      if (is !== undefined && (was === undefined || isNarrower(is, was)))
        this.#seen.breaking(`takes ${where} with ${rule} ${is}, was ${was ?? 'none'}`)
    }
  }
}

const smaller = (is: number, was: number) => is < was
const larger = (is: number, was: number) => is > was
const bounds = [
  ['maxLength', smaller],
  ['maximum', smaller],
  ['maxItems', smaller],
  ['minLength', larger],
  ['minimum', larger],
  ['minItems', larger],
] as const

const valuesOf = ({ enum: choices, const: only }: Schema): unknown[] | undefined =>
  only === undefined ? choices : [only]

/** What a value may be, a schema for each: a union's parts, and of several types each. */
function waysOf(api: Api, given: Schema): Schema[] {
  const schema = schemaIn(api, given)
  if (schema.anyOf) return schema.anyOf.flatMap((one) => waysOf(api, one))
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  return [schema]
}

/** `string`, `array`; of a value that is written out, its type. */
function kindOf({ type, const: only, enum: choices, properties, allOf }: Schema): string {
  if (typeof type === 'string') return type === 'integer' ? 'integer' : type
  const [value] = only === undefined ? (choices ?? []) : [only]
  if (value !== undefined) return value === null ? 'null' : typeof value
  return properties || allOf ? 'object' : 'anything'
}
