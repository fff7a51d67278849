/** True: there is more than can be read yet, which is looked for again soon. */
export type Look = () => Promise<boolean>

/** By a process that works, and whether others' hints arrive there; or what is done instead by one that leaves it to others. */
type How = { hears: () => boolean } | { instead: () => void }

/** What is looked for beside the queues: soon after something was written, at most once a second, and now and then anyway. */
export class Looks {
  readonly #looks: Look[] = []
  readonly #onError: (error: unknown) => void
  #how: How | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #lookedAt = -Infinity
  #isWoken = false

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  add(look: Look): void {
    this.#looks.push(look)
  }

  async lookOnce(): Promise<boolean> {
    let isMore = false
    for (const look of this.#looks) if (await look()) isMore = true
    return isMore
  }

  start(how: How): void {
    if (this.#looks.length === 0) return
    this.#how = how
    this.#plan()
  }

  /** Something was written. */
  wake(): void {
    if (!this.#how || this.#isWoken) return
    this.#isWoken = true
    if (!this.#looking) this.#plan()
  }

  #plan(): void {
    clearTimeout(this.#timer)
    const rest = Math.max(gatherMs, this.#lookedAt + restMs - performance.now())
    const wait = this.#isWoken ? rest : this.#pauseMs()
    if (wait !== null) this.#timer = setTimeout(() => this.#look(), wait)
  }

  /** How long it waits where nobody wakes it; null: for ever. */
  #pauseMs(): number | null {
    if (!this.#how || 'instead' in this.#how) return null
    return this.#how.hears() ? lookEveryMs.hears : lookEveryMs.isDeaf
  }

  #look(): void {
    this.#isWoken = false
    this.#lookedAt = performance.now()
    this.#looking = this.#lookOrTell()
      .then((isMore) => void (this.#isWoken ||= isMore), this.#onError)
      .finally(() => {
        this.#looking = undefined
        this.#plan()
      })
  }

  async #lookOrTell(): Promise<boolean> {
    if (!this.#how || !('instead' in this.#how)) return this.lookOnce()
    this.#how.instead()
    return false
  }

  async stop(): Promise<void> {
    this.#how = undefined
    clearTimeout(this.#timer)
    await this.#looking
    clearTimeout(this.#timer)
  }
}

/** Commands that come one after another share a look. */
const gatherMs = 50
const restMs = 1000
/** A hint may be lost, and operators' commands give none. */
const lookEveryMs = { hears: 15_000, isDeaf: 1_500 }
