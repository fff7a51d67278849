/* What an event is called, made where it happened: whoever sends it twice says it once. */

/** A UUID of version 7. `crypto.randomUUID` is absent where the page has no secure context. */
export function newEventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const at = Date.now()
  for (let byte = 0; byte < 6; byte++) bytes[byte] = Math.floor(at / 2 ** (8 * (5 - byte))) % 256
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export interface EventName {
  id: string
  /** Of this browser, and the event's number there. */
  stream: string
  seq: number
}

const keptUnder = 'byre.stream'
let unkept: Omit<EventName, 'id'> | null = null

/** The next of this browser's events. */
export function nextEvent(): EventName {
  const last = readStream() ?? unkept ?? { stream: newEventId(), seq: 0 }
  const next = { stream: last.stream, seq: last.seq + 1 }
  unkept = next
  try {
    localStorage.setItem(keptUnder, JSON.stringify(next))
  } catch {
    // A browser that keeps nothing has a stream a visit.
  }
  return { id: newEventId(), ...next }
}

function readStream(): Omit<EventName, 'id'> | null {
  try {
    const { stream, seq } = JSON.parse(localStorage.getItem(keptUnder) ?? '{}') as Partial<EventName>
    return typeof stream === 'string' && Number.isSafeInteger(seq) ? { stream, seq: seq! } : null
  } catch {
    return null
  }
}
