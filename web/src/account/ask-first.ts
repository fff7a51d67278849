import { askAhead } from '../lib/query.ts'
import { currentSession } from '../lib/session.ts'
import { placeKinds } from '../products.ts'
import { firstQuestions } from './first-questions.ts'

/** Asks for all that the dashboard and the menu will show, while they are still being put together. */
export async function askFirst(): Promise<void> {
  const session = currentSession()
  if (session) await Promise.all(firstQuestions(session.uuid, placeKinds, askAhead))
}
