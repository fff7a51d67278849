import type { Field, Operation } from './operations.ts'
import { rightValue, strangeValue, wrongValue, type Caller, type Values } from './values.ts'

/** What a call is meant to be: all of it allowed, certainly refused, or anything. */
type Kind = 'right' | 'wrong' | 'strange'

export interface Call {
  operation: Operation
  caller: Caller
  kind: Kind
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** In a word what is wrong with it, for the report. */
  what: string
  /** What it is about: the tenant, or what its path names first. */
  owner: string | null
}

type Given = Map<Field, unknown>

/** One call of an operation by a person, with or against what the document says. */
export function makeCall(values: Values, operation: Operation, caller: Caller, isMeantRight = false): Call {
  const { random } = values
  const tenant = operation.endpoint.host === 'tenant' ? tenantOf(values, operation, caller) : null
  const given = rightFields(values, operation, caller, tenant)
  const tweak =
    isMeantRight || random.percent(55)
      ? right
      : random.pick([wrongField, missingField, brokenBody, strange, strange])
  const { kind, what, raw } = tweak(values, operation, given)

  const isJson = random.percent(50)
  const headers: Record<string, string> = {}
  if (random.percent(30) && operation.endpoint.method === 'POST') headers['idempotency-key'] = random.uuid()
  if (random.percent(5)) headers['if-match'] = `"${random.below(4)}"`
  const body = operation.takesBody ? (raw?.body ?? written(bodyOf(given), isJson)) : undefined
  if (body !== undefined) headers['content-type'] = raw?.type ?? (isJson ? json : form)
  if (tenant !== null) headers['host'] = `${tenant}.localhost`
  return {
    operation,
    caller,
    kind,
    method: operation.endpoint.method,
    path: pathOf(operation, given),
    headers,
    body,
    what,
    owner: tenant ?? firstIn(given),
  }
}

function rightFields(values: Values, operation: Operation, caller: Caller, tenant: string | null): Given {
  const { random } = values
  const given: Given = new Map()
  const isNewBillingEntity = random.percent(15)
  for (const field of operation.fields) {
    // The fields of a new payer stand for one that is named.
    const isOther = field.name.startsWith('organization_')
      ? !isNewBillingEntity
      : isNewBillingEntity && isBillingEntityOf(operation, field)
    if (isOther || (!field.required && random.percent(field.in === 'query' ? 75 : 40))) continue
    // What a path names second belongs to what it names first.
    given.set(field, rightValue(values, caller, { operation, field, owner: tenant ?? firstIn(given) }))
  }
  return given
}

const isBillingEntityOf = ({ endpoint }: Operation, { name }: Field) =>
  name === 'billing_entity_id' && 'organization_name' in endpoint.body.shape

function firstIn(given: Given): string | null {
  const first = [...given].find(([field]) => field.in === 'path')
  return first === undefined ? null : String(first[1])
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

interface Tweak {
  kind: Kind
  what: string
  raw?: { body: string; type: string }
}
type Tweaking = (values: Values, operation: Operation, given: Given) => Tweak

const right: Tweaking = () => ({ kind: 'right', what: '' })

const wrongField: Tweaking = (values, operation, given) => {
  const field = operation.fields.length > 0 ? values.random.pick(operation.fields) : null
  const wrong = field && wrongValue(values, field)
  if (!field || wrong === null) return right(values, operation, given)
  given.set(field, wrong)
  // What a path names is not there, whatever else is so; a query is judged like a body.
  return { kind: 'wrong', what: `${field.in} ${field.name} = ${wrong.slice(0, 40)}` }
}

const missingField: Tweaking = (values, operation, given) => {
  const required = operation.fields.filter((field) => field.required && field.in === 'body')
  if (required.length === 0) return right(values, operation, given)
  const field = values.random.pick(required)
  given.delete(field)
  return { kind: 'wrong', what: `without ${field.name}` }
}

const brokenBody: Tweaking = (values, operation, given) => {
  if (!operation.takesBody) return right(values, operation, given)
  const [body, type] = values.random.pick([
    ['{', json],
    ['[]', json],
    ['"text"', json],
    ['null', json],
    ['{"__proto__":{"a":1}}', json],
    ['{"constructor":"x"}', json],
    ['a=1&a=2', form],
    ['a[b]=1', form],
    ['__proto__=1', form],
    ['a=%zz', form],
    ['x'.repeat(70_000), form],
    ['<a/>', 'application/xml'],
    ['a=1', 'text/plain'],
    ['{}', 'application/json; charset=utf-16'],
  ] as const)
  return { kind: 'wrong', what: `body ${body.slice(0, 30)} as ${type}`, raw: { body, type } }
}

const strange: Tweaking = (values, operation, given) => {
  for (let n = 1 + values.random.below(2); n > 0; n -= 1) {
    const field = operation.fields.length > 0 ? values.random.pick(operation.fields) : null
    if (field) given.set(field, strangeValue(values))
  }
  return { kind: 'strange', what: 'strange' }
}

const bodyOf = (given: Given) =>
  Object.fromEntries(
    [...given].filter(([field]) => field.in === 'body').map(([{ name }, value]) => [name, value]),
  )

function written(fields: Record<string, unknown>, isJson: boolean): string {
  if (isJson) return JSON.stringify(fields)
  return Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`)
    .join('&')
}

/** Also of what is no text and of half a mail, which `encodeURIComponent` refuses. */
const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed())

function pathOf({ endpoint }: Operation, given: Given): string {
  const of = (place: Field['in']) => [...given].filter(([field]) => field.in === place)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encoded(of('path').find(([field]) => field.name === name)?.[1] ?? ''),
  )
  const query = of('query').map(([{ name }, value]) => `${name}=${encoded(value)}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

function tenantOf({ random, known }: Values, { endpoint }: Operation, { name }: Caller): string {
  const kind = endpoint.path.includes('clinic') ? 'clinics' : 'sites'
  return random.percent(3) ? 'nobody' : known.choose(random, name, kind, null)
}
