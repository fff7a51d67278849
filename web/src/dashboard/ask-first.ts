import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import { getOverview } from '@byre/contract/billing/overview'
import { getSpending } from '@byre/contract/billing/spending'
import { getUser } from '@byre/contract/people/users'
import { askAhead } from '../lib/query.ts'
import { currentSession } from '../lib/session.ts'
import { menuPage, subjectKinds } from '../products.ts'
import { firstPage } from '../account/list-address.ts'

/** Asks for all that the dashboard and the menu will show, while they are still being put together. */
export async function askFirst(): Promise<void> {
  const session = currentSession()
  if (!session) return
  await Promise.all([
    askAhead(getUser, { id: session.uuid }),
    askAhead(listBillingEntities, firstPage),
    askAhead(getOverview, {}),
    askAhead(getSpending, {}),
    ...subjectKinds.flatMap(({ calls }) => [askAhead(calls.list, firstPage), askAhead(calls.list, menuPage)]),
  ])
}
