import { nameBasedId } from '@byre/rules/canonical'
import { nextEvent } from '../recording/ids.ts'
import type { ScannedTag } from './reading.ts'

/** An animal that is met by its electronic tag has the same id on whichever device meets it first. */
export async function animalIdOf(site: string, { kind, value }: ScannedTag): Promise<string> {
  // Without a secure context there is no hash: two devices then make two animals, and a finding says so.
  const subtle = (globalThis.crypto as Partial<Crypto>).subtle
  if (kind !== 'eid' || !subtle) return nextEvent().id
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(`${site} ${value}`))
  return nameBasedId(new Uint8Array(hash))
}
