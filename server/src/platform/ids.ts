import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(10 * 256)
let at = pool.length

/** A UUIDv7 (RFC 9562): 48 bits of milliseconds, then random. Made in Node, ordered in time. */
export function newId<Id extends string = string>(now = Date.now()): Id {
  if (at === pool.length) {
    randomFillSync(pool)
    at = 0
  }
  const time = now.toString(16).padStart(12, '0')
  const random = pool.toString('hex', at, at + 10)
  at += 10
  const variant = (8 | (parseInt(random[3]!, 16) & 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}` as Id
}
