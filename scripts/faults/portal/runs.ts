import type { Size } from '../breaking.ts'
import type { Outcome } from './judge.ts'
import { backedUp } from './of-backups.ts'
import { slow } from './of-callers.ts'
import {
  listsElsewhere,
  ownKilled,
  ownKilledWithNode,
  promoted,
  readOnly,
  restarted,
  silent,
  unnamed,
} from './of-databases.ts'
import { mails } from './of-mails.ts'
import { dataFull, logFull } from './of-volumes.ts'
import { clock, killed, rolling, steady, stopped } from './of-nodes.ts'

/** Each at a portal of its own. */
export const portalRuns: Readonly<Record<string, (size: Size) => Promise<Outcome | string>>> = {
  rollingHaproxy: rolling('haproxy'),
  rollingCaddy: rolling('caddy'),
  nodeKilled: killed('haproxy'),
  nodeStoppedHaproxy: stopped('haproxy'),
  nodeStoppedCaddy: stopped('caddy'),
  nodeClock: clock,
  databaseRestarted: restarted,
  databaseSilent: silent,
  databaseReadOnly: readOnly,
  databaseUnnamed: unnamed,
  databasePromoted: promoted,
  listsElsewhere,
  ownDatabaseKilled: ownKilled,
  ownDatabaseKilledWithNode: ownKilledWithNode,
  dataAndLogFull: dataFull,
  logFull,
  mails,
  backedUp,
  callers: slow,
  steady,
}
