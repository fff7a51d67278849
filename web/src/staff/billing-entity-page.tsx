import type { ReplyOf } from '@byre/contract/endpoint'
import { getStaffBillingEntity } from '@byre/contract/staff/records'
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
import { stateWord } from './state-word.tsx'
import { recordLink } from './staff-paths.tsx'
import { Timeline } from './timeline.tsx'

type BillingEntity = ReplyOf<typeof getStaffBillingEntity>
type Invoice = BillingEntity['invoices'][number]

export function BillingEntityPage({ id }: { id: string }) {
  const ask = useAsk(getStaffBillingEntity, { id })
  return (
    <RecordPage title={ask.data?.name} kind="Billing information">
      <Inside ask={ask}>{(entity) => <Shown entity={entity} />}</Inside>
    </RecordPage>
  )
}

function Shown({ entity }: { entity: BillingEntity }) {
  return (
    <>
      <Card title="Billing information">
        <Facts>
          <Fact name="Id">{entity.id}</Fact>
          <Fact name="Email">{entity.email}</Fact>
          <Fact name="Phone">{formatPhone(entity.phone)}</Fact>
          <Fact name="Address">{entity.address || 'Not known'}</Fact>
          <Fact name="Currency">{entity.currency?.toUpperCase() ?? 'Not fixed yet'}</Fact>
          <Fact name="Card">{entity.card ?? 'None'}</Fact>
          <Fact name="Created">{formatMoment(entity.created_at)}</Fact>
          {entity.deleted_at && <Fact name="Deleted">{formatMoment(entity.deleted_at)}</Fact>}
        </Facts>
      </Card>
      <Things title="Pays for" things={entity.places} empty="It pays for nothing." />
      <FormSection title="Invoices" hint="The newest twenty.">
        <Table
          caption="Invoices"
          columns={[
            {
              header: 'Number',
              cell: ({ id, number }: Invoice) => recordLink('invoice', id, number),
            },
            { header: 'For', cell: ({ place_name }: Invoice) => place_name },
            { header: 'Issued', cell: ({ issued_at }: Invoice) => formatDate(issued_at, 'UTC') },
            { header: 'State', cell: ({ status }) => stateWord(status) },
            {
              header: 'Total',
              end: true,
              cell: ({ total, currency }: Invoice) => formatMoney(total, currency),
            },
          ]}
          rows={entity.invoices}
          rowKey={({ id }) => id}
          empty={<p className="soft">None was issued yet.</p>}
        />
      </FormSection>
      <Belongers people={entity.people} />
      <Mails mails={entity.mails} />
      <Timeline id={entity.id} />
    </>
  )
}
