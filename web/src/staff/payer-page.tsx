import type { ReplyOf } from '@byre/contract/endpoint'
import { getStaffBillingEntity } from '@byre/contract/staff/records'
import { Link } from 'react-router'
import { formatDate, formatMoment, formatMoney, formatPhone } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Table } from '../ui/table.tsx'
import { Belongers, Things } from './belongers.tsx'
import { Inside } from './inside.tsx'
import { Mails } from './mails.tsx'
import { RecordPage } from './record-page.tsx'
import { StateWord } from './state-word.tsx'
import { staffPaths } from './staff-paths.ts'
import { Timeline } from './timeline.tsx'

type Payer = ReplyOf<typeof getStaffBillingEntity>
type Invoice = Payer['invoices'][number]

export function PayerPage({ id }: { id: string }) {
  const payer = useAsk(getStaffBillingEntity, { id })
  return (
    <RecordPage title={payer.data?.name} kind="Billing information">
      <Inside ask={payer}>{(payer) => <Shown payer={payer} />}</Inside>
    </RecordPage>
  )
}

function Shown({ payer }: { payer: Payer }) {
  return (
    <>
      <Card title="Billing information">
        <Facts>
          <Fact name="Id">{payer.id}</Fact>
          <Fact name="Email">{payer.email}</Fact>
          <Fact name="Phone">{formatPhone(payer.phone)}</Fact>
          <Fact name="Address">{payer.address || 'Not known'}</Fact>
          <Fact name="Currency">{payer.currency?.toUpperCase() ?? 'Not fixed yet'}</Fact>
          <Fact name="Card">{payer.card ?? 'None'}</Fact>
          <Fact name="Created">{formatMoment(payer.created_at)}</Fact>
          {payer.deleted_at && <Fact name="Deleted">{formatMoment(payer.deleted_at)}</Fact>}
        </Facts>
      </Card>
      <Things title="Pays for" things={payer.places} empty="It pays for nothing." />
      <FormSection title="Invoices" hint="The newest twenty.">
        <Table
          caption="Invoices"
          columns={[
            {
              header: 'Number',
              cell: ({ id, number }: Invoice) => <Link to={staffPaths.record('invoice', id)}>{number}</Link>,
            },
            { header: 'For', cell: ({ place_name }: Invoice) => place_name },
            { header: 'Issued', cell: ({ issued_at }: Invoice) => formatDate(issued_at, 'UTC') },
            { header: 'State', cell: ({ status }: Invoice) => <StateWord of={status} /> },
            {
              header: 'Total',
              end: true,
              cell: ({ total, currency }: Invoice) => formatMoney(total, currency),
            },
          ]}
          rows={payer.invoices}
          rowKey={({ id }) => id}
          empty={<p className="soft">None was issued yet.</p>}
        />
      </FormSection>
      <Belongers people={payer.people} />
      <Mails mails={payer.mails} />
      <Timeline id={payer.id} />
    </>
  )
}
