import { createHash } from 'node:crypto'

/*
 * The last bytes of a compressed archive: a frame that every zstd skips, with the SHA-256 of all before it. Without it a file that was
 * cut short a little would unpack like a whole one.
 */

const head = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0])
const trailerBytes = head.length + 32

export async function* withCheckSum(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.concat([head, hash.digest()])
}

/** Gives what is before the check sum, and throws at the end unless it is of that. */
export async function* checkedBySum(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  for await (const chunk of source) {
    const all = Buffer.concat([held, chunk])
    const given = all.subarray(0, Math.max(0, all.length - trailerBytes))
    held = all.subarray(given.length)
    if (given.length === 0) continue
    hash.update(given)
    yield given
  }
  if (!Buffer.concat([head, hash.digest()]).equals(held))
    throw new Error('its check sum is not that of what it holds')
}
