import * as contract from '@byre/contract/herd/ship-lists'
import type { Context } from '../../context.ts'
import type { ServeSite } from '../../tenants/index.ts'
import { checkList, departList, lockList, overrideOne, reopenList } from './locking.actions.ts'
import { answerList, answerLists } from './reads.actions.ts'
import { drawNotice, drawSheet } from './sheets.actions.ts'
import { addToList, dropList, makeList, planList, takeOffList } from './ship-lists.actions.ts'

export function shipListsRoutes({ clock, branding }: Context<'herd'>, serve: ServeSite<'herd'>): void {
  serve(contract.listShipLists, answerLists)
  serve(contract.getShipList, answerList)
  serve(contract.makeShipList, makeList)
  serve(contract.planShipList, planList)
  serve(contract.addToShipList, addToList)
  serve(contract.takeOffShipList, takeOffList)
  serve(contract.dropShipList, dropList)
  serve(contract.checkShipList, (doing) => checkList(doing, clock))
  serve(contract.overrideHold, (doing) => overrideOne(doing, clock))
  serve(contract.lockShipList, (doing) => lockList(doing, clock))
  serve(contract.reopenShipList, reopenList)
  serve(contract.departShipList, (doing) => departList(doing, clock))
  serve(contract.getClearanceSheet, (asked) => drawSheet(asked, branding))
  serve(contract.getLateNotice, (asked) => drawNotice(asked, branding))
}
