import { ledgersIn } from '../../platform/ledger/ledger.ts'

/** A site's ledger: its row is the lock of all its writes. */
export const herdLedger = ledgersIn({ ledgers: 'herd.ledgers', events: 'herd.events', owner: 'site_id' })
