import { getLot, setLotTarget } from '@byre/contract/herd/lots'
import * as contract from '@byre/contract/herd/pens'
import type { ServeSite } from '../../tenants/index.ts'
import { answerLot, setTarget } from './lot.actions.ts'
import { answerPen } from './pen.actions.ts'
import { addGroup, groupsOf, renameGroup } from './pens.actions.ts'

export function pensRoutes(serve: ServeSite<'herd'>): void {
  serve(contract.listPens, async (asked) => ({ pens: await groupsOf(asked, 'pens') }))
  serve(contract.getPen, answerPen)
  serve(contract.addPen, (asked) => addGroup(asked, 'pens'))
  serve(contract.renamePen, (asked) => renameGroup(asked, 'pens'))
  serve(contract.listLots, async (asked) => ({ lots: await groupsOf(asked, 'lots') }))
  serve(getLot, answerLot)
  serve(setLotTarget, setTarget)
  serve(contract.addLot, (asked) => addGroup(asked, 'lots'))
  serve(contract.renameLot, (asked) => renameGroup(asked, 'lots'))
}
