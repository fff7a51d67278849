import { write, writeSync } from 'node:fs'

/*
 * Where log lines go: gathered and written together, so that a line costs no system call of its own. pino's own
 * sonic-boom gathers too, but writes for ever to a full disk when it is told to flush (docs/decisions/0072).
 */

/** How long a line waits for others. */
const gatherMs = 100
/** What is written at once without waiting, and the most that waits for whoever reads; in UTF-16 units. */
const enough = 32_768
const atMost = 1_048_576

export interface LogWriterOptions {
  gatherMs?: number
  atMost?: number
}

/**
 * Lines for a file or pipe. Nothing here throws or waits: what cannot be written, or is beyond a mebibyte that nobody
 * has read yet, is dropped and counted.
 */
export class LogWriter {
  readonly #fd: number
  readonly #gatherMs: number
  readonly #atMost: number
  #waiting: string[] = []
  #length = 0
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<void> | undefined
  #dropped = 0

  constructor(fd: number, options: LogWriterOptions = {}) {
    this.#fd = fd
    this.#gatherMs = options.gatherMs ?? gatherMs
    this.#atMost = options.atMost ?? atMost
  }

  /** Lines dropped since the start. */
  get dropped(): number {
    return this.#dropped
  }

  /** Takes one line with its line break. */
  write(line: string): void {
    if (this.#length + line.length > this.#atMost) {
      this.#dropped += 1
      return
    }
    this.#waiting.push(line)
    this.#length += line.length
    this.#schedule()
  }

  #schedule(): void {
    if (this.#length >= enough) this.#begin()
    else if (this.#length > 0) this.#timer ??= setTimeout(() => this.#begin(), this.#gatherMs).unref()
  }

  #take(): string[] {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const lines = this.#waiting
    this.#waiting = []
    this.#length = 0
    return lines
  }

  /** Writes what waits, unless something is being written: that begins the next by itself. */
  #begin(): void {
    if (this.#underWay) return
    const lines = this.#take()
    if (lines.length === 0) return
    this.#underWay = this.#writeOut(lines)
  }

  async #writeOut(lines: readonly string[]): Promise<void> {
    await this.#writeAll(lines)
    this.#underWay = undefined
    this.#schedule()
  }

  async #writeAll(lines: readonly string[]): Promise<void> {
    let left = Buffer.from(lines.join(''))
    while (left.length > 0) {
      const outcome = await new Promise<number | NodeJS.ErrnoException>((resolve) =>
        write(this.#fd, left, (error, written) => resolve(error ?? written)),
      )
      if (typeof outcome === 'number') left = left.subarray(outcome)
      else if (outcome.code === 'EAGAIN') await new Promise((later) => setTimeout(later, this.#gatherMs))
      else {
        this.#dropped += lines.length
        return
      }
    }
  }

  /** Writes what waits before the process ends on the spot; gives up at the first refusal. */
  flush(): void {
    let left = Buffer.from(this.#take().join(''))
    try {
      while (left.length > 0) left = left.subarray(writeSync(this.#fd, left))
    } catch {
      // Full, gone, or nobody reads: there is nowhere to write to.
    }
  }

  /** Resolves once all is written, or a second has passed in which nobody read. */
  async close(): Promise<void> {
    let giveUp: NodeJS.Timeout | undefined
    const tooLate = new Promise<void>((resolve) => (giveUp = setTimeout(resolve, 1_000)))
    const written = async () => {
      for (this.#begin(); this.#underWay; this.#begin()) await this.#underWay
    }
    await Promise.race([written(), tooLate])
    clearTimeout(giveUp)
  }
}
