import { t } from './words.ts'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { listQuery, listReply } from './lists.ts'
import { limits } from './limits.ts'

export const Species = z.object({ id: z.string(), name: z.string() })
export type Species = z.infer<typeof Species>

/** What can be raised, with ids that are the same everywhere; the species library's table holds the same. */
export const speciesLibrary: readonly Species[] = [
  { id: '019a0000-0000-7000-a000-000000000001', name: t`Beef Cattle` },
  { id: '019a0000-0000-7000-a000-000000000002', name: t`Bison` },
  { id: '019a0000-0000-7000-a000-000000000003', name: t`Chicken` },
  { id: '019a0000-0000-7000-a000-000000000004', name: t`Dairy Cattle` },
  { id: '019a0000-0000-7000-a000-000000000005', name: t`Deer` },
  { id: '019a0000-0000-7000-a000-000000000006', name: t`Elk` },
  { id: '019a0000-0000-7000-a000-000000000007', name: t`Goat` },
  { id: '019a0000-0000-7000-a000-000000000008', name: t`Horse` },
  { id: '019a0000-0000-7000-a000-000000000009', name: t`Sheep` },
  { id: '019a0000-0000-7000-a000-00000000000a', name: t`Swine` },
  { id: '019a0000-0000-7000-a000-00000000000b', name: t`Turkey` },
  { id: '019a0000-0000-7000-a000-00000000000c', name: t`Veal Calf` },
]

/** What a species id is called, or null for one that is not in the library. */
export function speciesName(id: string): string | null {
  return speciesLibrary.find((species) => species.id === id)?.name ?? null
}

export const listSpecies = endpoint({
  name: 'listSpecies',
  service: 'species',
  method: 'GET',
  path: '/api/v1/species',
  summary: 'What can be raised at a site',
  who: 'signed in',
  query: listQuery(['name', '-name'], limits.perPage.species),
  reply: listReply('species', Species),
})
