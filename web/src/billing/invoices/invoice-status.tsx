import { t } from '@byre/contract/words'
import type { InvoiceHead } from '@byre/contract/billing/invoices'
import { Status, type StatusKind } from '../../ui/badge.tsx'
import { billingDay } from '../billing-day.ts'

const words: Record<InvoiceHead['status'], { is: StatusKind; words: string }> = {
  open: { is: 'warning', words: t`Open` },
  paid: { is: 'success', words: t`Paid` },
  void: { is: 'waiting', words: t`Void` },
  uncollectible: { is: 'danger', words: t`Written off` },
}

type StatusFields = Pick<InvoiceHead, 'status' | 'paid_at' | 'kind' | 'action_url'>

export function InvoiceStatus({ invoice }: { invoice: StatusFields }) {
  if (invoice.kind === 'credit_note') return <Status is="info">{t`Credit note`}</Status>
  if (invoice.status === 'open' && invoice.action_url !== null)
    return <Status is="warning">{t`Your bank asks you`}</Status>
  const { is, words: said } = words[invoice.status]
  return <Status is={is}>{invoice.paid_at ? `${said} ${billingDay(invoice.paid_at)}` : said}</Status>
}
