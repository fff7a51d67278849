import type { Readable } from 'node:stream'

/* What a handler answers: the reply itself, or one of these where more leaves than a body, or another one. */

/** A reply with what leaves beside its body. */
export class Reply<Body> {
  readonly body: Body
  /** The version of the one thing that is told; it leaves as the ETag. */
  readonly etag: number | undefined
  /** What the browser is to keep, as a `Set-Cookie` value. */
  readonly cookie: string | undefined
  constructor(body: Body, etag: number | undefined, cookie: string | undefined) {
    this.body = body
    this.etag = etag
    this.cookie = cookie
  }
}

export const reply = <Body>(body: Body, { etag, cookie }: { etag?: number; cookie?: string }): Reply<Body> =>
  new Reply(body, etag, cookie)

/** A row as a reply, its version as the ETag. */
export const versioned = <Row extends { version: number }>({ version, ...body }: Row) =>
  reply(body, { etag: version })

/**
 * A reply as the text that is kept under its key: its body's JSON, and beside the body's fields the ETag as `version`, a
 * name that no reply of a call with a key has.
 */
export function keptText(result: unknown): string {
  if (!(result instanceof Reply)) return JSON.stringify(result ?? null)
  if (result.cookie !== undefined) throw new Error('a cookie is kept by its browser alone')
  return JSON.stringify({ version: result.etag, ...(result.body as object) })
}

/** The reply that was kept. */
export function keptReply(text: string): unknown {
  const kept: unknown = JSON.parse(text)
  if (kept === null || typeof kept !== 'object' || !('version' in kept)) return kept
  return versioned(kept as { version: number })
}

/** The other way in which a call of auth may succeed (`otherwise` of its contract), as its whole answer. */
export class Otherwise<Answer extends object> {
  readonly answer: Answer
  constructor(answer: Answer) {
    this.answer = answer
  }
}

/** A file as it leaves, with the name under which it is kept. */
export class Download {
  readonly name: string
  readonly content: Readable
  constructor(name: string, content: Readable) {
    this.name = name
    this.content = content
  }
}
