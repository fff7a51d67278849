import { t, translated } from '@byre/contract/words'
import { getInvoice, getInvoicePdf, getReceipt, type Invoice } from '@byre/contract/billing/invoices'
import { taxNumberInWords } from '@byre/contract/billing/tax-numbers'
import { IconPrinter } from '@tabler/icons-react'
import { useNavigate, useParams } from 'react-router'
import { formatMoney } from '../../lib/format.ts'
import { useAsk } from '../../lib/query.ts'
import { paths } from '../../paths.ts'
import { Named, NamedPage } from '../../people/named-page.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Download } from '../../ui/download.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { addressInWords } from '../../ui/forms/address.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { DetailSkeleton, HeadRoom } from '../../ui/skeletons.tsx'
import { CardLink } from '../cards/card-link.tsx'
import { MoneyLines } from '../money-lines.tsx'
import { billingDay } from '../billing-day.ts'
import { asksBillingEntity } from '../paid.ts'
import { AtOnce } from '../plans/subscription-actions.tsx'
import { ConfirmAtBank } from './confirm-at-bank.tsx'
import { InvoiceStatus } from './invoice-status.tsx'
import { CorrectAddress } from './invoices-correction.tsx'
import { pay } from './unresolved-payment.tsx'
import './invoice.css'

const titles = { invoice: t`Invoice`, credit_note: t`Credit note` }

/** `/billing-entities/{billingEntityId}/invoices/{invoiceId}`: one invoice or credit note as it was issued. */
export function Component() {
  const { billingEntityId = '', invoiceId: id = '' } = useParams()
  const invoice = useAsk(getInvoice, { id })
  return (
    <NamedPage
      fallback={t`Invoice`}
      crumbs={[
        { label: t`Dashboard`, to: paths.home() },
        ...(invoice.isPending
          ? []
          : [
              {
                label: invoice.data?.payer.name ?? t`Billing Information`,
                to: paths.invoices(billingEntityId),
              },
            ]),
      ]}
      head={
        invoice.isLoadingError
          ? undefined
          : {
              chip: invoice.data && <InvoiceStatus invoice={invoice.data} />,
              actions: invoice.data && <Actions invoice={invoice.data} />,
              room: { actions: <HeadRoom /> },
            }
      }
    >
      {(name) => (
        <Loaded
          ask={invoice}
          skeleton={<DetailSkeleton />}
          failed={t`There was an error while loading the invoice.`}
        >
          {(invoice) => (
            <>
              <Named as={`${titles[invoice.kind]} ${invoice.number}`} tell={name} />
              <Card>
                <Sheet invoice={invoice} />
              </Card>
            </>
          )}
        </Loaded>
      )}
    </NamedPage>
  )
}

function Actions({ invoice }: { invoice: Invoice }) {
  const navigate = useNavigate()
  const { id, billing_entity_id: billingEntityId } = invoice
  return (
    <div className="actions">
      {asksBillingEntity(invoice) && (
        <ConfirmAtBank debt={invoice} kind="primary">{t`Confirm Payment`}</ConfirmAtBank>
      )}
      {invoice.kind === 'invoice' && invoice.status === 'open' && !asksBillingEntity(invoice) && (
        <>
          <CardLink billingEntityId={billingEntityId} replaces kind="primary">{t`Replace Card`}</CardLink>
          {invoice.next_try_at !== null && (
            <AtOnce done={t`The card is being tried.`} go={() => pay([invoice])}>{t`Try Again`}</AtOnce>
          )}
        </>
      )}
      <Download of={getInvoicePdf} input={{ id }} name={`${invoice.number}.pdf`}>{t`Download PDF`}</Download>
      {invoice.kind === 'invoice' && invoice.status === 'paid' && (
        <Download
          of={getReceipt}
          input={{ id }}
          name={`${invoice.number} receipt.pdf`}
        >{t`Receipt`}</Download>
      )}
      <Button icon={IconPrinter} onClick={() => print()}>{t`Print`}</Button>
      <CorrectAddress
        invoice={invoice}
        onCorrected={(issued) => void navigate(paths.invoice(billingEntityId, issued.id))}
      />
    </div>
  )
}

function Sheet({ invoice }: { invoice: Invoice }) {
  const { payer, seller, paid_with: card } = invoice
  return (
    <div className="invoice">
      <Facts>
        <Fact name={t`Date`}>{billingDay(invoice.issued_at)}</Fact>
        <Fact name={t`For`}>{invoice.place_name}</Fact>
        <Fact name={t`Billed to`}>
          {[
            payer.name,
            addressInWords(payer),
            ...(payer.tax_numbers ?? []).map((held) => taxNumberInWords(held)),
          ]
            .filter(Boolean)
            .join(', ')}
        </Fact>
        <Fact name={t`From`}>{[seller.name, seller.address].filter(Boolean).join(', ')}</Fact>
        {card && (
          <Fact name={invoice.kind === 'invoice' ? t`Paid with` : t`Refunded to`}>
            <span className="unbroken">
              {card.brand} •••• {card.last_four}
            </span>
          </Fact>
        )}
        {invoice.corrects_number !== null && (
          <Fact name={invoice.kind === 'invoice' ? t`In place of` : t`For invoice`}>
            {invoice.corrects_number}
          </Fact>
        )}
        {invoice.replaced_by_number !== null && (
          <Fact name={t`Replaced by`}>{invoice.replaced_by_number}</Fact>
        )}
        {invoice.reason !== null && <Fact name={t`Reason`}>{translated(invoice.reason)}</Fact>}
      </Facts>
      <div className="stack">
        <MoneyLines of={t`Lines of invoice ${invoice.number}`} amounts={invoice} sum={t`Total`} />
        {invoice.credited > 0 && (
          <p className="figures">{t`${formatMoney(invoice.credited, invoice.currency)} of it was credited.`}</p>
        )}
      </div>
    </div>
  )
}
