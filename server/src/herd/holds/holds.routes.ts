import { listHoldDays, listHolds } from '@byre/contract/herd/holds'
import type { ServeSite } from '../../tenants/index.ts'
import { answerHoldDays, answerHolds } from './holds.actions.ts'

export function holdsRoutes(serve: ServeSite<'herd'>): void {
  serve(listHolds, answerHolds)
  serve(listHoldDays, answerHoldDays)
}
