import type { Role } from '@byre/contract/rights'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import type { Subject } from '../ports.ts'
import { listMembersAmong, listReachable } from './reachable-members.queries.ts'

export interface Colleagues {
  people: readonly { id: string; name: string; email: string; role: Role }[]
  /** With those that are not among them. */
  total: number
}

/** Those of these people who belong to a place. */
export async function membersAmong(
  db: PlatformDb,
  place_id: string,
  user_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await listMembersAmong(within<'customers'>(db), { place_id, user_ids: [...user_ids] })
  return new Set(rows.map(({ user_id }) => user_id))
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
