import * as contract from '@byre/contract/herd/people'
import type { ServeSite } from '../../tenants/index.ts'
import { answerPeople, endViewer, makeViewer } from './people.actions.ts'

export function peopleRoutes(serve: ServeSite<'herd'>): void {
  serve(contract.listPeople, answerPeople)
  serve(contract.makeViewer, makeViewer)
  serve(contract.endViewer, endViewer)
}
