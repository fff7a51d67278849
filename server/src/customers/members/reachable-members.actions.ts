import type { Role } from '@byre/contract/rights'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import type { Subject } from '../ports.ts'
import { listReachable } from './reachable-members.queries.ts'

export interface Colleagues {
  people: readonly { id: string; name: string; email: string; role: Role }[]
  /** With those that are not among them. */
  total: number
}

/** Who works at a place and how to reach them, as its host shows them to one of them; whoever asks has made sure of that. */
export async function colleaguesAt(
  db: PlatformDb,
  { kind, id: place_id }: Subject,
  atMost: number,
): Promise<Colleagues> {
  const rows = await listReachable(within<'customers'>(db), { kind, place_id, at_most: atMost })
  return {
    people: rows.map(({ id, name, email, role }) => ({ id, name, email, role })),
    total: Number(rows[0]?.of ?? 0),
  }
}
