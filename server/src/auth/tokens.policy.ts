import { randomBytes } from 'node:crypto'
import {
  keyPurpose,
  randomToken,
  sameBytes,
  sha256,
  tokenHash,
  type Secret,
  type Secrets,
} from '../platform/secrets.ts'

/*
 * A refresh token is its session's id, 256 secret bits, and a tag only this server can make. The tag
 * tells a genuine older token from an invented one, though only the newest two are stored. Lengths
 * are multiples of three, so that one token has one spelling.
 */

const idBytes = 16
const secretBytes = 32
const bodyBytes = idBytes + secretBytes
const tagBytes = 15
const shape = /^[A-Za-z0-9_-]{84}$/

const tagging = keyPurpose('refresh-token-tag')
const growing = keyPurpose('next-pair')
const undoing = keyPurpose('email-undo')

/** What makes tokens: the secrets, whose first does, or one of them. */
type Maker = Pick<Secret, 'mac'>

export interface Pair {
  token: string
  refresh: string
}

/** A text that looks like a refresh token; whose it says it is counts only once it is genuine. */
export interface RefreshToken {
  text: string
  bytes: Buffer
  hash: Buffer
  session_id: string
}

/** The pair that begins a session. */
export function firstPair(secrets: Maker, sessionId: string): Pair {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  return { token: randomToken(), refresh: refreshToken(secrets, id, randomBytes(secretBytes)) }
}

/** The pair that follows a refresh token under a secret: always the same, so it need not be stored to be repeated. */
export function nextPair(secrets: Maker, { text, bytes }: RefreshToken): Pair {
  const seed = secrets.mac(growing, text)
  const grown = (use: string) => sha256(Buffer.concat([Buffer.from(use), seed]))
  return {
    token: grown('access').toString('base64url'),
    refresh: refreshToken(secrets, bytes.subarray(0, idBytes), grown('refresh')),
  }
}

/** Takes a text apart; null for what has not the shape of a refresh token. */
export function parseRefreshToken(text: string): RefreshToken | null {
  if (!shape.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  return { text, bytes, hash: tokenHash(text), session_id: uuidOf(bytes.subarray(0, idBytes)) }
}

/** Whether this server made a token, be it in force or not. */
export function isGenuine(secrets: Secrets, { bytes }: RefreshToken): boolean {
  const [body, tag] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)]
  return secrets.list.some((secret) => sameBytes(tagOf(secret, body), tag))
}

const undoShape = /^[A-Za-z0-9_-]{43}$/

/** What the link that undoes a change of address carries: the change's id and 128 bits only we can make. */
export function undoToken(secrets: Maker, changeId: string): string {
  const id = Buffer.from(changeId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, undoTag(secrets, id)]).toString('base64url')
}

/** The change a genuine undo link names; null for anything we did not make. */
export function readUndoToken(secrets: Secrets, text: string): string | null {
  if (!undoShape.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  const id = bytes.subarray(0, idBytes)
  const tag = bytes.subarray(idBytes)
  return secrets.list.some((secret) => sameBytes(undoTag(secret, id), tag)) ? uuidOf(id) : null
}

const undoTag = (secrets: Maker, id: Buffer) => secrets.mac(undoing, id).subarray(0, 16)

function refreshToken(secrets: Maker, id: Buffer, secret: Buffer): string {
  const body = Buffer.concat([id, secret])
  return Buffer.concat([body, tagOf(secrets, body)]).toString('base64url')
}

function tagOf(secrets: Maker, body: Buffer): Buffer {
  return secrets.mac(tagging, body).subarray(0, tagBytes)
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
