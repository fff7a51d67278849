import type { MarketShippedTo, OperationKind } from '@byre/contract/herd/settings'
import type { ShipListState } from '@byre/contract/herd/ship-list-parts'
import type { SiteId } from '@byre/contract/subject-kinds'
import type { Generated } from 'kysely'

/** The rows of the site app; what a column means stands in its migration. */
interface OfSite {
  site_id: SiteId
}

interface OfAnimal extends OfSite {
  animal_id: string
  event_id: string
}

interface HerdTables {
  'herd.settings': {
    site_id: string
    kind: OperationKind
    zone: string
    markets: MarketShippedTo[]
    arrival_days: Generated<number>
    injection_ml: Generated<number>
    tag_days: number | null
    changed_at: Generated<string>
  }
  'herd.ledgers': OfSite & {
    n: number
    head: Buffer
    context: string | null
    loaded_n: Generated<number>
    loaded_from: Generated<string[]>
  }
  'herd.changes': { site_id: string; n: number; changed_at: Generated<string> }
  'herd.events': OfSite & {
    n: number
    id: string
    kind: string
    received_at: string
    record: string
    hash: Buffer
  }
  'herd.event_animals': OfSite & { animal_id: string; at: string; n: number }
  'herd.pen_events': OfSite & { pen_id: string; n: number; at: string }
  'herd.animals': OfSite & AnimalRow
  'herd.identifiers': OfAnimal & {
    kind: string
    value: string
    typed: string
    from_at: string
    to_at: string | null
    reversed: string
    grams: string[]
  }
  'herd.treatments': OfAnimal & { at: string; product_id: string | null; row: string }
  'herd.withdrawals': OfAnimal & {
    commodity: string
    market: string
    why: string
    clear_at: string
    provisional: string | null
  }
  'herd.weights': OfAnimal & { at: string; grams: number; typed: string; unit: string; source: string }
  'herd.stays': OfAnimal & { pen_id: string; from_at: string; to_at: string | null }
  'herd.findings': OfSite & { kind: string; subject: string; animal_id: string }
  'herd.pens': OfSite & { id: string; name: string; created_at: Generated<string> }
  'herd.lots': OfSite & {
    id: string
    name: string
    created_at: Generated<string>
    target_grams: number | null
  }
  'herd.viewers': OfSite & { person_id: string; since: Generated<string> }
  'herd.products': OfSite & { id: string; name: string; version_id: string }
  'herd.product_versions': OfSite & {
    id: string
    product_id: string
    version: number
    uses: string
    person_id: string
    created_at: Generated<string>
  }
  'herd.imports': OfSite & {
    id: string
    person_id: string
    file_name: string
    rows: number
    done: Generated<number>
    options: string
    began_at: Generated<string>
  }
  'herd.demo': OfSite & { kind: 'animal' | 'pen' | 'product'; id: string }
  'herd.stock_lots': OfSite & {
    id: string
    product_id: string
    batch: string
    expires_on: string | null
    created_at: Generated<string>
  }
  'herd.ship_lists': OfSite & ShipListRow
  'herd.ship_entries': OfSite & {
    list_id: string
    animal_id: string
    answer: string | null
    override_by_name: string | null
    override_reason: string | null
    override_at: string | null
    override_of: string | null
  }
  'herd.late_truths': OfSite & {
    list_id: string
    animal_id: string
    event_id: string
    market: string
    product_name: string | null
    clear_at: string
    found_at: string
    taken_back_at: string | null
    settled_at: string | null
  }
}

export interface ShipListRow {
  id: string
  state: ShipListState
  destination: string
  market: string
  load_at: string
  transport: string
  made_by: string
  made_by_name: string
  created_at: Generated<string>
  locked_at: string | null
  locked_by_name: string | null
  locked_n: number | null
  locked_head: string | null
  broken_at: string | null
  departed_at: string | null
  departed_by_name: string | null
}

export interface AnimalRow {
  id: string
  as_of: number
  status: 'here' | 'dead' | 'gone' | 'merged' | 'void'
  same_as: string | null
  pen_id: string | null
  lot_id: string | null
  main_tag: string
  clear_at: string | null
  card: string
}

declare module '../platform/database/db.ts' {
  interface DB extends HerdTables {}
}
