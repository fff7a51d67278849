import { tellMatrix } from './testing/id-matrix/matrix-tests.ts'

/* What is neither a site's nor a clinic's: payers, plans, cards, invoices, people and their devices. */

await tellMatrix('the rest')
