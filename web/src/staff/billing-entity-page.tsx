import { t, translated } from '@byre/contract/words'
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
    <RecordPage title={ask.data?.name} kind={t`Billing information`}>
      <Inside ask={ask}>{(entity) => <Shown entity={entity} />}</Inside>
    </RecordPage>
  )
}

function Shown({ entity }: { entity: BillingEntity }) {
  return (
    <>
      <Card title={t`Billing information`}>
        <Facts>
          <Fact name={t`Id`}>{entity.id}</Fact>
          <Fact name={t`Email`}>{entity.email}</Fact>
          <Fact name={t`Phone`}>{formatPhone(entity.phone)}</Fact>
          <Fact name={t`Address`}>{entity.address || t`Not known`}</Fact>
          <Fact name={t`Currency`}>{entity.currency?.toUpperCase() ?? t`Not fixed yet`}</Fact>
          <Fact name={t`Card`}>{entity.card ? translated(entity.card) : t`None`}</Fact>
          <Fact name={t`Created`}>{formatMoment(entity.created_at)}</Fact>
          {entity.deleted_at && <Fact name={t`Deleted`}>{formatMoment(entity.deleted_at)}</Fact>}
        </Facts>
      </Card>
      <Things title={t`Pays for`} things={entity.places} empty={t`It pays for nothing.`} />
      <FormSection title={t`Invoices`} hint={t`The newest twenty.`}>
        <Table
          caption={t`Invoices`}
          columns={[
            {
              header: t`Number`,
              cell: ({ id, number }: Invoice) => recordLink('invoice', id, number),
            },
            { header: t`For`, cell: ({ place_name }: Invoice) => place_name },
            { header: t`Issued`, cell: ({ issued_at }: Invoice) => formatDate(issued_at, 'UTC') },
            { header: t`State`, cell: ({ status }) => stateWord(status) },
            {
              header: t`Total`,
              end: true,
              cell: ({ total, currency }: Invoice) => formatMoney(total, currency),
            },
          ]}
          rows={entity.invoices}
          rowKey={({ id }) => id}
          empty={<p className="soft">{t`None was issued yet.`}</p>}
        />
      </FormSection>
      <Belongers people={entity.people} />
      <Mails mails={entity.mails} />
      <Timeline id={entity.id} />
    </>
  )
}
