import * as contract from '@byre/contract/staff/deeds'
import type { Context } from '../context.ts'
import * as deeds from './deeds.actions.ts'

export function deedsRoutes({ serve }: Context<'staff'>, on: deeds.Deeds): void {
  serve(contract.staffExtendTrial, ({ params, body, ...by }) => deeds.extendTrial(on, by, params.id, body))
  serve(contract.staffRestorePlace, ({ params, body, ...by }) => deeds.restorePlace(on, by, params.id, body))
  serve(contract.staffMoveAddress, ({ body, ...by }) => deeds.moveAddress(on, by, body))
  serve(contract.previewCredit, ({ params, query }) => deeds.previewCredit(on, params.id, query.line))
  serve(contract.staffCreditInvoice, ({ params, body, ...by }) => deeds.creditInvoice(on, by, params.id, body))
  serve(contract.staffRetryJob, ({ params, body, ...by }) =>
    deeds.changeJob(on, by, 'retry', { ...params, ...body }),
  )
  serve(contract.staffDropJob, ({ params, body, ...by }) =>
    deeds.changeJob(on, by, 'drop', { ...params, ...body }),
  )
  serve(contract.staffResendMail, ({ params, body, ...by }) =>
    deeds.resendMail(on, by, { ...params, ...body }),
  )
  serve(contract.staffEndSessions, ({ params, body, ...by }) =>
    deeds.changeAccount(on, by, 'endSessions', { ...params, ...body }),
  )
  serve(contract.staffRevokeApiKeys, ({ params, body, ...by }) =>
    deeds.changeAccount(on, by, 'revokeApiKeys', { ...params, ...body }),
  )
  serve(contract.staffCloseAccount, ({ params, body, ...by }) =>
    deeds.changeAccount(on, by, 'disable', { ...params, ...body }),
  )
  serve(contract.staffOpenAccount, ({ params, body, ...by }) =>
    deeds.changeAccount(on, by, 'enable', { ...params, ...body }),
  )
}
