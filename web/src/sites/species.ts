import { limits } from '@byre/contract/limits'
import { listSpecies } from '@byre/contract/species'
import { useAsk } from '../lib/query.ts'

/** What can be raised, by name. */
export const useSpecies = () => useAsk(listSpecies, { per_page: limits.perPage.species, sort: 'name' })
