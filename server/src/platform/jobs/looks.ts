/** What is looked for again and again beside the queues: each look begins a while after the one before has ended. */
export class Looks {
  readonly #looks: (() => Promise<void>)[] = []
  readonly #onError: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  add(look: () => Promise<void>): void {
    this.#looks.push(look)
  }

  async lookOnce(): Promise<void> {
    for (const look of this.#looks) await look()
  }

  start(): void {
    if (this.#looks.length === 0) return
    this.#timer = setTimeout(() => {
      this.#looking = this.lookOnce()
        .catch(this.#onError)
        .finally(() => {
          if (!this.#isStopped) this.start()
        })
    }, lookEveryMs)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
  }
}

const lookEveryMs = 1000
