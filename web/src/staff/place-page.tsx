import { t } from '@byre/contract/words'
import { getStaffClinic, getStaffSite, type StaffPlace } from '@byre/contract/staff/records'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate, formatMoment } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Belongers } from './belongers.tsx'
import { Inside } from './inside.tsx'
import { Mails } from './mails.tsx'
import { MoveAddress, ExtendTrial, RestorePlace } from './place-commands.tsx'
import { RecordPage } from './record-page.tsx'
import { StateWord } from './state-word.tsx'
import { staffPaths } from './staff-paths.tsx'
import { Timeline } from './timeline.tsx'

const calls = { site: getStaffSite, clinic: getStaffClinic }
const titles = { site: t`Site`, clinic: t`Clinic` }

export function PlacePage({ kind, id }: { kind: 'site' | 'clinic'; id: string }) {
  const place = useAsk(calls[kind], { id })
  return (
    <RecordPage title={place.data?.name} kind={titles[kind]}>
      <Inside ask={place}>{(place) => <Shown place={place} />}</Inside>
    </RecordPage>
  )
}

function Shown({ place }: { place: StaffPlace }) {
  const [command, setCommand] = useState<'trial' | 'restore' | { address: string } | null>(null)
  const { subscription, domain } = place
  const close = () => setCommand(null)
  return (
    <>
      <Card title={titles[place.kind]}>
        <Facts>
          <Fact name={t`State`}>
            <StateWord of={place.state} />
          </Fact>
          <Fact name={t`Id`}>{place.id}</Fact>
          <Fact name={t`Code`}>{place.code}</Fact>
          <Fact name={t`Created`}>{formatMoment(place.created_at)}</Fact>
          {place.deleted_at && <Fact name={t`Deleted`}>{formatMoment(place.deleted_at)}</Fact>}
          <Fact name={t`Answers at`}>{place.host}</Fact>
          <Fact name={t`Domain`}>
            {domain ? (
              <>
                {domain.name} <StateWord of={domain.state} />
              </>
            ) : (
              t`None`
            )}
          </Fact>
          {place.other_names.length > 0 && <Fact name={t`Other names`}>{place.other_names.join(', ')}</Fact>}
          <Fact name={t`Paid by`}>
            <Link to={staffPaths.record('billing_entity', place.payer.id)}>{place.payer.name}</Link>
          </Fact>
          <Fact name={t`Plan`}>
            {subscription ? (
              <>
                {subscription.plan} <StateWord of={subscription.status} />
              </>
            ) : (
              t`None`
            )}
          </Fact>
          {subscription?.trial_ends_at && (
            <Fact name={t`Trial ends`}>{formatDate(subscription.trial_ends_at, 'UTC')}</Fact>
          )}
          {subscription?.current_period_end && (
            <Fact name={t`Period ends`}>{formatDate(subscription.current_period_end, 'UTC')}</Fact>
          )}
          {subscription?.cancel_at && <Fact name={t`Ends`}>{formatDate(subscription.cancel_at, 'UTC')}</Fact>}
        </Facts>
        <div className="row">
          {subscription?.status === 'trialing' && place.state !== 'deleted' && (
            <Button onClick={() => setCommand('trial')}>{t`Extend trial`}</Button>
          )}
          {place.state === 'deleted' && <Button onClick={() => setCommand('restore')}>{t`Restore`}</Button>}
          <Button onClick={() => setCommand({ address: place.subdomain })}>{t`Move subdomain`}</Button>
          {domain && <Button onClick={() => setCommand({ address: domain.name })}>{t`Move domain`}</Button>}
        </div>
      </Card>
      <Belongers people={place.people} />
      <Mails mails={place.mails} />
      <Timeline id={place.id} />
      {command === 'trial' && <ExtendTrial place={place} onClose={close} />}
      {command === 'restore' && <RestorePlace place={place} onClose={close} />}
      {command !== null && typeof command === 'object' && (
        <MoveAddress place={place} address={command.address} onClose={close} />
      )}
    </>
  )
}
