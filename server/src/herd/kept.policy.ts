/*
 * All that is kept of a site beside its events and what is made of them: an export holds it row by row, for no event
 * tells it. A test holds this equal to the schema.
 */

interface KeptTable {
  /** Without the site, in the order of its index. */
  key: readonly string[]
  columns: Readonly<Record<string, string>>
}

const group = { id: 'uuid', name: 'text', created_at: 'timestamptz' }

export const keptTables = {
  settings: {
    key: [],
    columns: {
      kind: 'text',
      zone: 'text',
      markets: 'text[]',
      arrival_days: 'int4',
      injection_ml: 'int4',
      tag_days: 'int4',
      changed_at: 'timestamptz',
    },
  },
  viewers: { key: ['person_id'], columns: { person_id: 'uuid', since: 'timestamptz' } },
  pens: { key: ['id'], columns: group },
  lots: { key: ['id'], columns: { ...group, target_grams: 'int4' } },
  products: { key: ['id'], columns: { id: 'uuid', name: 'text', version_id: 'uuid' } },
  product_versions: {
    key: ['id'],
    columns: {
      id: 'uuid',
      product_id: 'uuid',
      version: 'int4',
      uses: 'text',
      person_id: 'uuid',
      created_at: 'timestamptz',
    },
  },
  stock_lots: {
    key: ['id'],
    columns: {
      id: 'uuid',
      product_id: 'uuid',
      batch: 'text',
      expires_on: 'date',
      created_at: 'timestamptz',
    },
  },
  imports: {
    key: ['id'],
    columns: {
      id: 'uuid',
      person_id: 'uuid',
      file_name: 'text',
      rows: 'int4',
      done: 'int4',
      options: 'text',
      began_at: 'timestamptz',
    },
  },
  ship_lists: {
    key: ['id'],
    columns: {
      id: 'uuid',
      state: 'text',
      destination: 'text',
      market: 'text',
      load_at: 'timestamptz',
      transport: 'text',
      made_by: 'uuid',
      made_by_name: 'text',
      created_at: 'timestamptz',
      locked_at: 'timestamptz',
      locked_by_name: 'text',
      locked_n: 'int8',
      locked_head: 'text',
      broken_at: 'timestamptz',
      departed_at: 'timestamptz',
      departed_by_name: 'text',
    },
  },
  ship_entries: {
    key: ['list_id', 'animal_id'],
    columns: {
      list_id: 'uuid',
      animal_id: 'uuid',
      answer: 'text',
      override_by_name: 'text',
      override_reason: 'text',
      override_at: 'timestamptz',
      override_of: 'text',
    },
  },
  late_truths: {
    key: ['list_id', 'animal_id', 'event_id', 'market'],
    columns: {
      list_id: 'uuid',
      animal_id: 'uuid',
      event_id: 'uuid',
      market: 'text',
      product_name: 'text',
      clear_at: 'timestamptz',
      found_at: 'timestamptz',
      taken_back_at: 'timestamptz',
      settled_at: 'timestamptz',
    },
  },
  demo: { key: ['kind', 'id'], columns: { kind: 'text', id: 'uuid' } },
} as const satisfies Record<string, KeptTable>
export type KeptName = keyof typeof keptTables
export const keptNames = Object.keys(keptTables) as KeptName[]
export const isKeptName = (name: string): name is KeptName => Object.hasOwn(keptTables, name)
