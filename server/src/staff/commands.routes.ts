import * as contract from '@byre/contract/staff/commands'
import type { Context } from '../context.ts'
import * as commands from './commands.actions.ts'

export function commandsRoutes({ serve }: Context<'staff'>, on: commands.StaffContext): void {
  serve(contract.staffExtendTrial, ({ params, body, ...by }) => commands.extendTrial(on, by, params.id, body))
  serve(contract.staffRestorePlace, ({ params, body, ...by }) =>
    commands.restorePlace(on, by, params.id, body),
  )
  serve(contract.staffMoveAddress, ({ body, ...by }) => commands.moveAddress(on, by, body))
  serve(contract.previewCredit, ({ params, query }) => commands.previewCredit(on, params.id, query.line))
  serve(contract.staffCreditInvoice, ({ params, body, ...by }) =>
    commands.creditInvoice(on, by, params.id, body),
  )
  serve(contract.staffRetryJob, ({ params, body, ...by }) =>
    commands.changeJob(on, by, 'retry', { ...params, ...body }),
  )
  serve(contract.staffDropJob, ({ params, body, ...by }) =>
    commands.changeJob(on, by, 'drop', { ...params, ...body }),
  )
  serve(contract.staffResendMail, ({ params, body, ...by }) =>
    commands.resendMail(on, by, { ...params, ...body }),
  )
  serve(contract.staffEndSessions, ({ params, body, ...by }) =>
    commands.changeAccount(on, by, 'endSessions', { ...params, ...body }),
  )
  serve(contract.staffRevokeApiKeys, ({ params, body, ...by }) =>
    commands.changeAccount(on, by, 'revokeApiKeys', { ...params, ...body }),
  )
  serve(contract.staffCloseAccount, ({ params, body, ...by }) =>
    commands.changeAccount(on, by, 'disable', { ...params, ...body }),
  )
  serve(contract.staffOpenAccount, ({ params, body, ...by }) =>
    commands.changeAccount(on, by, 'enable', { ...params, ...body }),
  )
}
