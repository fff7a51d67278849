import { getToday } from '@byre/contract/herd/today'
import type { ServeSite } from '../../tenants/index.ts'
import { answerToday } from './today.actions.ts'

export function todayRoutes(serve: ServeSite<'herd'>): void {
  serve(getToday, answerToday)
}
