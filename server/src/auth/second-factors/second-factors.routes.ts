import {
  endTrust as endTrustCall,
  listTrustedDevices as listTrustedDevicesCall,
} from '@byre/contract/accounts/devices'
import * as contract from '@byre/contract/accounts/second-factors'
import type { Context } from '../../context.ts'
import { getBackupCodes, renewBackupCodes } from './backup-codes.actions.ts'
import { questionFor } from './passkey-answers.actions.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.actions.ts'
import { askForPasskey, proveSecondFactor } from './second-factors.actions.ts'
import { stepUpUse } from './step-ups.actions.ts'
import { beginTotp, confirmTotp, getTotp, removeTotp } from './totp.actions.ts'
import { endTrust, listTrustedDevices } from './trusted-devices.actions.ts'

export function secondFactorRoutes(context: Context<'auth'>): void {
  const { serve, db } = context
  serve(contract.proveSecondFactor, ({ body, ...doing }) => proveSecondFactor(context, doing, body))
  serve(contract.askForPasskey, ({ body, ...doing }) => askForPasskey(context, doing, body))
  serve(contract.askToStepUp, ({ actor, body }) =>
    questionFor(context, actor.user_id, stepUpUse(body.with_password === '1')),
  )

  serve(contract.getTotp, ({ caller }) => getTotp(db, caller))
  serve(contract.beginTotp, ({ actor, ...doing }) => beginTotp(context, doing, actor))
  serve(contract.confirmTotp, ({ body, actor, ...doing }) => confirmTotp(context, doing, actor, body))
  serve(contract.removeTotp, ({ actor, ...doing }) => removeTotp(doing, actor))

  serve(contract.getBackupCodes, ({ caller }) => getBackupCodes(db, caller))
  serve(contract.renewBackupCodes, ({ actor, ...doing }) => renewBackupCodes(context, doing, actor))

  serve(contract.listPasskeys, ({ caller }) => listPasskeys(db, caller))
  serve(contract.beginPasskey, ({ actor, ...doing }) => beginPasskey(context, doing, actor))
  serve(contract.addPasskey, ({ body, actor, ...doing }) => addPasskey(context, doing, actor, body))
  serve(contract.renamePasskey, ({ body, params, actor, ...doing }) =>
    renamePasskey(doing, actor, params.id, body.name),
  )
  serve(contract.removePasskey, ({ params, actor, ...doing }) => removePasskey(doing, actor, params.id))

  serve(listTrustedDevicesCall, ({ caller }) => listTrustedDevices(db, caller))
  serve(endTrustCall, ({ params, actor, ...doing }) => endTrust(doing, actor, params.id))
}
