import { requestLimits } from '@byre/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'

/** A request's fields: text by name. Absent and JSON null are both simply not there. */
export type Fields = Record<string, string>

export const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
const utf8 = new TextDecoder('utf-8', { fatal: true })

export const malformed = (message: string) => refuse('request.malformed', { message })

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return malformed('The request is not valid UTF-8.')
  }
}

function checkKey(key: string, fields: Fields): void {
  if (key.length > requestLimits.body.keyLength) malformed('A field’s name is too long.')
  if (forbiddenKeys.has(key) || key.includes('[')) malformed('A field’s name is not allowed.')
  if (Object.hasOwn(fields, key)) malformed('A field was sent twice.')
}

export function checkText(text: string): string {
  if (text.includes('\0') || !text.isWellFormed())
    malformed('The request holds characters that are not text.')
  return text
}

function decoded(part: string): string {
  try {
    return checkText(decodeURIComponent(part.replaceAll('+', ' ')))
  } catch (error) {
    if (error instanceof URIError) malformed('The request is not correctly encoded.')
    throw error
  }
}

/** Flat fields of an `application/x-www-form-urlencoded` body or a query string. */
export function readForm(text: string): Fields {
  const fields: Fields = Object.create(null)
  if (text === '') return fields
  let keys = 0
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('&', start) === -1 ? text.length : text.indexOf('&', start)
    const pair = text.slice(start, end)
    start = end + 1
    if (pair === '') continue
    if (++keys > requestLimits.body.keys) malformed('Too many fields were sent.')
    const equals = pair.indexOf('=')
    const key = decoded(equals === -1 ? pair : pair.slice(0, equals))
    checkKey(key, fields)
    fields[key] = equals === -1 ? '' : decoded(pair.slice(equals + 1))
  }
  return fields
}

// In valid JSON of scalars only, every string that a colon follows is a key.
const jsonKey = /"(?:[^"\\]|\\.)*"\s*(:?)/g

function countKeys(json: string): number {
  let count = 0
  for (const match of json.matchAll(jsonKey)) if (match[1]) count += 1
  return count
}

/** Flat fields of an `application/json` body: scalars only, each as text. */
export function readJson(text: string): Fields {
  const fields: Fields = Object.create(null)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return malformed('The request is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed('Please send one JSON object.')
  const entries = Object.entries(value)
  if (entries.length > requestLimits.body.keys) malformed('Too many fields were sent.')
  for (const [key, scalar] of entries) {
    checkKey(checkText(key), fields)
    if (scalar === null) continue
    if (typeof scalar === 'object') malformed(`${key} must be a single value.`)
    if (typeof scalar === 'number' && Math.abs(scalar) > Number.MAX_SAFE_INTEGER)
      malformed(`${key} is too large for a number; please send it as text.`)
    fields[key] = checkText(String(scalar))
  }
  if (countKeys(text) !== entries.length) malformed('A field was sent twice.')
  return fields
}

/** The fields behind the `?` of an address. */
export function readQuery(url: string): Fields {
  const start = url.indexOf('?')
  return readForm(start === -1 ? '' : url.slice(start + 1))
}

const parsers = {
  'application/x-www-form-urlencoded': readForm,
  'application/json': (text: string) => (text === '' ? readForm('') : readJson(text)),
}

/** The text of a body in UTF-8; refuses any other character set. */
export function bodyText(request: FastifyRequest, body: Buffer): string {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) refuse('request.unsupported_type')
  return textOf(body)
}

/** Reads forms and JSON, in UTF-8; a body of any other type is refused with 415. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  for (const [type, parse] of Object.entries(parsers)) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
      parse(bodyText(request, body)),
    )
  }
}
