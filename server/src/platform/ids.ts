import { randomUUID } from 'node:crypto'

let madeAt = NaN
let beginning = ''

/** A UUIDv7 (RFC 9562): 48 bits of milliseconds, then what is random in one of version 4. Made in Node, ordered in time. */
export function newId<Id extends string = string>(now = Date.now()): Id {
  // Many ids of a busy process share a millisecond.
  if (now !== madeAt) {
    const time = now.toString(16).padStart(12, '0')
    beginning = `${time.slice(0, 8)}-${time.slice(8)}-7`
    madeAt = now
  }
  return `${beginning}${randomUUID().slice(15)}` as Id
}
