import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { listQuery, listReply } from './fields.ts'
import { limits } from './limits.ts'

export const Species = z.object({ id: z.string(), name: z.string() })
export type Species = z.infer<typeof Species>

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
