import { noteOperator, type Operator } from '@byre/server/auth/accounts/operators.actions'
import { listAccounts } from '@byre/server/auth/accounts/operators.queries'
import { searchPlaces } from '@byre/server/customers/operators.queries'
import { searchInvoices } from '@byre/server/payments/invoices/operators.queries'
import { detailsOf, listTimeline } from '@byre/server/platform/audit/timeline'
import { within, type Database } from '@byre/server/platform/database/db'
import { findJobs } from '@byre/server/platform/jobs/kept-jobs'
import type { Said } from './said.ts'

/** What is kept, whatever it is; each look leaves its line in the trail. */
export interface RecordOperations {
  /** By an id, or a text that its name, address, number or domain holds. */
  find(text: string): Promise<Said>
  /** What the trail holds of one person, place or billing entity. */
  timeline(id: string): Promise<Said>
}

const mostOfAKind = 100
const mostOfTimeline = 500

export function recordOperations(database: Database, operator: Operator): RecordOperations {
  const { db } = database
  return {
    async find(text) {
      const [accounts, places, invoices, jobs] = await Promise.all([
        listAccounts(within<'auth'>(db), { q: text.toLowerCase(), limit: mostOfAKind }),
        searchPlaces(within<'customers'>(db), { text: text.toLowerCase(), limit: mostOfAKind }),
        searchInvoices(within<'payments'>(db), { text: text.toUpperCase(), limit: mostOfAKind }),
        findJobs(database, text),
      ])
      const records = [
        ...accounts.map(({ id, email, state }) => ({ kind: 'account', id, name: email, state, of: '' })),
        ...places.map(({ kind, id, name, state, address }) => ({ kind, id, name, state, of: address })),
        ...invoices.map(({ kind, id, number, status, place_name }) => ({
          kind,
          id,
          name: number,
          state: status,
          of: place_name,
        })),
        ...jobs.map(({ id, queue, state, due_at }) => ({ kind: 'job', id, name: queue, state, of: due_at })),
      ]
      await noteOperator(db, operator, 'findRecords', { after: { found: records.length } })
      return records
    },

    async timeline(id) {
      const lines = await listTimeline(db, { id, after: null, limit: mostOfTimeline })
      await noteOperator(db, operator, 'showTimeline', { after: { id, found: lines.length } })
      return lines.map(({ id: _, actor_id: __, before, after, ...line }) => ({
        ...line,
        details: detailsOf({ before, after }),
      }))
    },
  }
}
