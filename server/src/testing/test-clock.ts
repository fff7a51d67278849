import type { Clock } from '../platform/clock.ts'

/** The time as it is, moved on by whole days; it may begin some days ago. */
export class TestClock implements Clock {
  #days: number

  constructor(days = 0) {
    this.#days = days
  }

  now(): Date {
    return new Date(Date.now() + this.#days * 24 * 3600 * 1000)
  }

  pass(days: number): void {
    this.#days += days
  }
}
