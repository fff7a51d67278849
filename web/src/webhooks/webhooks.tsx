import { plural, t } from '@byre/contract/words'
import { webhookLimits } from '@byre/contract/limits'
import { webhookEventsOf } from '@byre/contract/webhook-events'
import type { Webhook } from '@byre/contract/webhooks'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { changed } from '../lib/in-address.ts'
import { useAsk } from '../lib/query.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { NotPaidFor } from './not-paid-for.tsx'
import { webhookCalls, type WebhookPlace } from './webhook-calls.ts'
import { WebhookForm } from './webhook-form.tsx'
import { guideAddress, placeWords, WebhookStatus } from './webhook-words.tsx'
import { WebhookPage } from './webhook-page.tsx'

/** Programs of the reader's own that are told what happens at a place; the address names the one that is open. */
export function Webhooks({ subject: place }: { subject: WebhookPlace }) {
  const [search, setSearch] = useSearchParams()
  const webhooks = useAsk(webhookCalls[place.kind].list, { id: place.id })
  const open = (id: string) =>
    setSearch((now) => changed(now, { webhook: id, page: '' }), { preventScrollReset: true })
  const wanted = search.get('webhook')
  return (
    <Loaded
      ask={webhooks}
      skeleton={<Skeleton height="22rem" />}
      failed={t`An error occurred while loading webhooks.`}
    >
      {({ webhooks }) => {
        const shown = webhooks.find(({ id }) => id === wanted)
        return shown ? (
          <WebhookPage key={shown.id} place={place} webhook={shown} onClose={() => open('')} />
        ) : (
          <div className="stack">
            {wanted && <Removed onSeen={() => open('')} />}
            <WebhookList place={place} webhooks={webhooks} onOpen={open} />
          </div>
        )
      }}
    </Loaded>
  )
}

/** By somebody else, or long ago: the address still names it. */
const Removed = ({ onSeen }: { onSeen: () => void }) => (
  <Banner is="info" live onDismiss={onSeen}>{t`This webhook was removed.`}</Banner>
)

interface WebhookListProps {
  place: WebhookPlace
  webhooks: readonly Webhook[]
  onOpen: (id: string) => void
}

function WebhookList({ place, webhooks, onOpen }: WebhookListProps) {
  const [isAdding, setAdding] = useState(false)
  const isOpen = place.access === 'ok'
  const isFull = webhooks.length >= webhookLimits.perPlace
  const add = isOpen && !isFull && <Button onClick={() => setAdding(true)}>{t`Add a webhook`}</Button>
  const state = (webhook: Webhook) => <WebhookStatus of={webhook} />
  const button = ({ id, url }: Webhook) => (
    <Button aria-label={t`View ${url}`} onClick={() => onOpen(id)}>{t`View`}</Button>
  )
  return (
    <Card title={t`Webhooks`} actions={webhooks.length > 0 && add}>
      <NotPaidFor place={place} />
      {webhooks.length > 0 && <About place={place} />}
      <Table
        caption={t`Webhooks of ${place.name}`}
        columns={[
          { header: t`Address`, cell: ({ url }) => url },
          { header: t`Sends`, cell: ({ events }) => howMany(events, place) },
          { header: t`State`, cell: state },
          { header: t`View`, quietHeader: true, cell: button },
        ]}
        rows={webhooks}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={t`No Webhooks`} action={add}>
            <Purpose place={place} /> <Guide />
          </EmptyState>
        }
      />
      {isOpen && isFull && (
        <p className="soft">{t`There can be ${webhookLimits.perPlace}. Remove one to add another.`}</p>
      )}
      {isAdding && <WebhookForm place={place} webhook={null} onClose={() => setAdding(false)} />}
    </Card>
  )
}

const About = ({ place }: { place: WebhookPlace }) => (
  <p className="soft">
    <Purpose place={place} /> <Guide />
  </p>
)

const Purpose = ({ place }: { place: WebhookPlace }) => (
  <>
    {place.kind === 'billing_entity'
      ? t`A webhook tells a program of yours what happens with this billing information, within seconds.`
      : t`A webhook tells a program of yours what happens at this ${placeWords[place.kind]}, within seconds.`}
  </>
)

const Guide = () => <a href={guideAddress} target="_blank" rel="noreferrer">{t`How to receive one`}</a>

function howMany(events: readonly string[], { kind }: WebhookPlace): string {
  const of = Object.keys(webhookEventsOf[kind]).length
  if (events.length === of) return t`All events`
  return t`${plural(events.length, { one: '# event', other: '# events' })}`
}
