import * as contract from '@byre/contract/staff/commands'
import type { Context } from '../context.ts'
import {
  changeAccount,
  changeJob,
  creditInvoice,
  extendTrial,
  moveAddress,
  previewCredit,
  resendMail,
  restorePlace,
  type StaffContext,
} from './commands.actions.ts'

export function commandsRoutes({ serve }: Context<'staff'>, on: StaffContext): void {
  serve(contract.staffExtendTrial, ({ params, body, ...by }) => extendTrial(on, by, params.id, body))
  serve(contract.staffRestorePlace, ({ params, body, ...by }) => restorePlace(on, by, params.id, body))
  serve(contract.staffMoveAddress, ({ body, ...by }) => moveAddress(on, by, body))
  serve(contract.previewCredit, ({ params, query }) => previewCredit(on, params.id, query.line))
  serve(contract.staffCreditInvoice, ({ params, body, ...by }) => creditInvoice(on, by, params.id, body))
  serve(contract.staffRetryJob, ({ params, body, ...by }) =>
    changeJob(on, by, 'retry', { ...params, ...body }),
  )
  serve(contract.staffDropJob, ({ params, body, ...by }) => changeJob(on, by, 'drop', { ...params, ...body }))
  serve(contract.staffResendMail, ({ params, body, ...by }) => resendMail(on, by, { ...params, ...body }))
  serve(contract.staffEndSessions, ({ params, body, ...by }) =>
    changeAccount(on, by, 'endSessions', { ...params, ...body }),
  )
  serve(contract.staffRevokeApiKeys, ({ params, body, ...by }) =>
    changeAccount(on, by, 'revokeApiKeys', { ...params, ...body }),
  )
  serve(contract.staffCloseAccount, ({ params, body, ...by }) =>
    changeAccount(on, by, 'disable', { ...params, ...body }),
  )
  serve(contract.staffOpenAccount, ({ params, body, ...by }) =>
    changeAccount(on, by, 'enable', { ...params, ...body }),
  )
}
