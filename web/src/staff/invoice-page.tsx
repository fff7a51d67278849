import { t } from '@byre/contract/words'
import { CreditInvoice, previewCredit, staffCreditInvoice } from '@byre/contract/staff/commands'
import type { ReplyOf } from '@byre/contract/endpoint'
import { getStaffInvoice } from '@byre/contract/staff/records'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate, formatMoney } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { CommandDialog } from './command-dialog.tsx'
import { Inside } from './inside.tsx'
import { Mails } from './mails.tsx'
import { RecordPage } from './record-page.tsx'
import { StateWord } from './state-word.tsx'
import { staffPaths } from './staff-paths.tsx'

type Invoice = ReplyOf<typeof getStaffInvoice>

export function InvoicePage({ id }: { id: string }) {
  const invoice = useAsk(getStaffInvoice, { id })
  return (
    <RecordPage title={invoice.data?.number} kind={t`Invoice`}>
      <Inside ask={invoice}>{(invoice) => <Shown invoice={invoice} />}</Inside>
    </RecordPage>
  )
}

function Shown({ invoice }: { invoice: Invoice }) {
  // A line from 1; 0: the whole invoice.
  const [line, setLine] = useState<number | null>(null)
  const sum = (amount: number) => formatMoney(amount, invoice.currency)
  const lines = invoice.lines.map((line, at) => ({ ...line, n: at + 1 }))
  const mayCredit =
    invoice.kind === 'invoice' &&
    ['open', 'paid'].includes(invoice.status) &&
    invoice.credited < invoice.total
  const button = ({ n }: { n: number }) =>
    mayCredit ? (
      <Button aria-label={t`Credit line ${n}`} onClick={() => setLine(n)}>{t`Credit`}</Button>
    ) : null
  return (
    <>
      <Card title={invoice.kind === 'invoice' ? t`Invoice` : t`Credit note`}>
        <Facts>
          <Fact name={t`State`}>
            <StateWord of={invoice.status} />
          </Fact>
          <Fact name={t`Id`}>{invoice.id}</Fact>
          <Fact name={t`To`}>
            <Link to={staffPaths.record('billing_entity', invoice.payer.id)}>{invoice.payer.name}</Link>
          </Fact>
          <Fact name={t`For`}>{invoice.place_name}</Fact>
          <Fact name={t`Issued`}>{formatDate(invoice.issued_at, 'UTC')}</Fact>
          {invoice.paid_at && <Fact name={t`Paid`}>{formatDate(invoice.paid_at, 'UTC')}</Fact>}
          <Fact name={t`Total`}>{sum(invoice.total)}</Fact>
          <Fact name={t`Tax in it`}>{sum(invoice.tax)}</Fact>
          <Fact name={t`Credited`}>{sum(invoice.credited)}</Fact>
          {invoice.reason && <Fact name={t`Reason`}>{invoice.reason}</Fact>}
        </Facts>
        {mayCredit && (
          <div className="row">
            <Button onClick={() => setLine(0)}>{t`Credit what is left`}</Button>
          </div>
        )}
      </Card>
      <FormSection title={t`Lines`}>
        <Table
          caption={t`Lines`}
          columns={[
            { header: t`Line`, cell: ({ n }) => String(n) },
            { header: t`What`, cell: ({ description }) => description },
            { header: t`Amount`, end: true, cell: ({ amount }) => sum(amount) },
            {
              header: t`Credit`,
              quietHeader: true,
              cell: button,
            },
          ]}
          rows={lines}
          rowKey={({ n }) => String(n)}
          empty={null}
        />
      </FormSection>
      <Mails mails={invoice.mails} />
      {line !== null && <Credit invoice={invoice} line={line} onClose={() => setLine(null)} />}
    </>
  )
}

function Credit({ invoice, line, onClose }: { invoice: Invoice; line: number; onClose: () => void }) {
  const { ask } = useCall(staffCreditInvoice)
  const preview = useAsk(previewCredit, { id: invoice.id, line: line === 0 ? null : String(line) })
  const what = line === 0 ? t`What is left of ${invoice.number}` : t`Line ${line} of ${invoice.number}`
  if (!preview.data)
    return (
      <Dialog title={t`Credit`} onClose={onClose}>
        <Loaded ask={preview} skeleton={<Skeleton height="10rem" />}>
          {() => null}
        </Loaded>
      </Dialog>
    )
  const { total, currency, is_paid } = preview.data
  return (
    <CommandDialog
      title={t`Credit ${formatMoney(total, currency)}?`}
      about={t`${what} is credited. ${is_paid ? t`What was paid goes back to the card.` : t`It is owed no longer.`} The reason stands on the credit note, which is mailed to the payer.`}
      schema={CreditInvoice}
      defaults={{ line: line === 0 ? '' : String(line), total: String(total), reason: '' }}
      send={(values) => ask({ id: invoice.id, ...values })}
      submit={t`Issue the credit note`}
      busy={t`Issuing..`}
      onClose={onClose}
    />
  )
}
