import type { AccountOperations } from '@byre/server/auth/accounts/operators.actions'
import type { Finding, UnresolvedPayment } from '@byre/server/payments/index'
import type { JobOperations } from './jobs.ts'
import type { PlaceOperations } from './places.ts'
import type { RecordOperations } from './records.ts'
import type { Said } from './said.ts'

export interface OperatorContext {
  /** What was refused to people for lack of a right; of one person or thing where an id is given. */
  listRefusals(id: string | null): Promise<Said>
  accounts: AccountOperations
  records: RecordOperations
  /** The secrets that wrote here, and what is under which. */
  secrets: {
    list(): Promise<Said>
    rewrite(): Promise<Said>
    forget(fingerprint: string): Promise<Said>
  }
  jobs: JobOperations
  places: PlaceOperations
  /** Does all billing that is due at a time. */
  runBilling(at: Date): Promise<{ steps: number; charges: number }>
  /** What only an operator can end, with what to do. */
  listUnresolvedPayments(): Promise<readonly UnresolvedPayment[]>
  settleUnresolvedPayment(key: string, finding: Finding): Promise<Said>
  /** Credits an invoice by its number once its amount was confirmed, else says the amount. Null: there is none. */
  creditInvoice(
    number: string,
    order: { line?: number | undefined; confirm?: string | undefined },
  ): Promise<Said>
}

interface Options {
  q?: string
  at?: string
  line?: string
  confirm?: string
  payment?: string
  as?: string
  subdomain?: string
  until?: string
  to?: string
}

export interface Command {
  /** What follows `npm run byre -- `, for the help. */
  usage: string
  about: string
  /** What must follow the words, if anything. */
  names?:
    | 'text'
    | 'record'
    | 'account'
    | 'site or clinic'
    | 'invoice'
    | 'job'
    | 'mail'
    | 'address'
    | 'address in use'
    | 'charge, refund or subscription'
    | 'secret'
  /** What is wrong with how it was called; null: nothing. */
  faultOf?(options: Options): string | null
  run(context: OperatorContext, name: string, options: Options): Promise<Said>
}
