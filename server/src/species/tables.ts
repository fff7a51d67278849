import type { Species } from '@byre/contract/species'

declare module '../platform/database/db.ts' {
  interface DB {
    'species.species': Species
  }
}
