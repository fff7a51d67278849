import { formatDate } from '../lib/format.ts'

/** Billing counts UTC days: a period ends on the same day for everybody, as on its invoice. */
export const billingDay = (time: string) => formatDate(time, 'UTC')
