import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * What was acknowledged, in a file outside the database: a line is on the disk before whoever was acknowledged does anything
 * else.
 */
export class Witness<Acknowledged extends object> {
  readonly #folder = mkdtempSync(join(tmpdir(), 'byre-witness-'))
  readonly #file = join(this.#folder, 'acknowledged.ndjson')
  readonly #fd = openSync(this.#file, 'a', 0o600)

  write(...lines: readonly Acknowledged[]): void {
    writeSync(this.#fd, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    fdatasyncSync(this.#fd)
  }

  /** As the file has it, not as we remember it. */
  read(): Acknowledged[] {
    const lines = readFileSync(this.#file, 'utf8').trim()
    return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as Acknowledged)
  }

  close(): void {
    closeSync(this.#fd)
    rmSync(this.#folder, { recursive: true })
  }
}
