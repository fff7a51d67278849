const exactly = 10
const oneIn = 100
const minuteMs = 60_000
const peopleAtMost = 10_000

/** Which of many alike events are kept: the first ten of a person in a minute, then one in a hundred. */
export class Sample {
  #minute = 0
  #seen = new Map<string, number>()

  /** How many events the one that happens now stands for; 0: it is not kept. */
  take(who: string, nowMs: number): number {
    const minute = Math.floor(nowMs / minuteMs)
    if (minute !== this.#minute || this.#seen.size >= peopleAtMost) this.#seen = new Map()
    this.#minute = minute
    const seen = (this.#seen.get(who) ?? 0) + 1
    this.#seen.set(who, seen)
    if (seen <= exactly) return 1
    return (seen - exactly) % oneIn === 0 ? oneIn : 0
  }
}
