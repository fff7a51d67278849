/*
 * Sentences that come from the server in English, values and all: what is amiss with a domain's records, why a field is
 * refused. They are known again by the words around their values.
 */

const place = /\{(\d+)\}/
/** As many letters as make a mistake impossible. */
const enough = 10

interface Shape {
  id: string
  pattern: RegExp
  places: number[]
  letters: number
}

function shapeOf(id: string): Shape | null {
  const pieces = id.split(place)
  // Every second piece is the number of a value; what chooses by a value has braces left.
  const words = pieces.filter((_, at) => at % 2 === 0)
  const letters = words.join('').match(/\p{L}/gu)?.length ?? 0
  if (words.length === 1 || letters < enough || words.some((word) => /[{}]/.test(word))) return null
  const source = words.map((word) => word.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('(.+?)')
  const places = pieces.filter((_, at) => at % 2 === 1).map(Number)
  return { id, pattern: new RegExp(`^${source}$`), places, letters }
}

/**
 * What was said in English by sentences of a catalogue, one after another; those that it does not know stay English.
 * `say` says a sentence by its key.
 */
export function hearing(ids: readonly string[], say: (id: string, values: readonly string[]) => string) {
  const known = new Set(ids)
  let shapes: Shape[] | undefined
  const hear = (said: string): string => {
    if (known.has(said)) return say(said, [])
    shapes ??= ids
      .map(shapeOf)
      .filter((shape) => shape !== null)
      .toSorted((a, b) => b.letters - a.letters)
    for (const { id, pattern, places } of shapes) {
      const match = pattern.exec(said)
      if (!match) continue
      const values: string[] = []
      places.forEach((place, at) => {
        const value = match[at + 1] ?? ''
        values[place] = known.has(value) ? say(value, []) : value
      })
      return say(id, values)
    }
    return said
  }
  return (said: string) => {
    const whole = hear(said)
    return whole === said
      ? said
          .split(/(?<=[.!?]) /)
          .map(hear)
          .join(' ')
      : whole
  }
}
