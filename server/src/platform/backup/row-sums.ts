import { sha256 } from '../secrets.ts'

/** How many rows a table has, and a sum over the hash of each: the same in whatever order they come. */
export interface RowSum {
  rows: number
  hash: string
}

const lineEnd = 0x0a

/** Sums up rows as COPY writes them: a line each, in which a line's end is written otherwise. */
export class RowSummer {
  #rows = 0
  #high = 0n
  #low = 0n
  #begun: Buffer[] = []

  add(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      const piece = chunk.subarray(from, end)
      this.#count(this.#begun.length === 0 ? piece : Buffer.concat([...this.#begun, piece]))
      this.#begun = []
      from = end + 1
    }
    if (from < chunk.length) this.#begun.push(chunk.subarray(from))
  }

  #count(row: Buffer): void {
    const digest = sha256(row)
    this.#rows += 1
    this.#high = BigInt.asUintN(64, this.#high + digest.readBigUInt64BE(0))
    this.#low = BigInt.asUintN(64, this.#low + digest.readBigUInt64BE(8))
  }

  sum(): RowSum {
    const part = (half: bigint) => half.toString(16).padStart(16, '0')
    // A line that was cut off is no row, and must not look like none.
    const rest = this.#begun.length > 0 ? ' and part of a row' : ''
    return { rows: this.#rows, hash: part(this.#high) + part(this.#low) + rest }
  }
}
