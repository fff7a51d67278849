import type { Species } from '@byre/contract/species'

declare module '../platform/db.ts' {
  interface DB {
    'species.species': Species
  }
}
