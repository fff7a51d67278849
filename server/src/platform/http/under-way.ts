/**
 * What is under way, in no order. A `Map` or `Set` that takes one and drops one with each request makes itself a new table every
 * few dozen requests; the old ones go on holding all that they held, and so on through whole chains of them, until memory is
 * collected as a whole (docs/decisions/0173). Here a place that was left is taken again.
 */
export class UnderWay<T extends object> implements Iterable<T> {
  readonly #places: (T | undefined)[] = []
  readonly #left: number[] = []

  /** Takes one; what it answers lets it go, and is to be called once. */
  add(one: T): () => void {
    const place = this.#left.pop() ?? this.#places.length
    this.#places[place] = one
    return () => {
      this.#places[place] = undefined
      this.#left.push(place)
    }
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const one of this.#places) if (one) yield one
  }
}
