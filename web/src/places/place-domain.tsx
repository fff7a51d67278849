import { t } from '@byre/contract/words'
import type { Kind, Place } from '../products.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/states.tsx'
import { toDomainField } from './domain-calls.ts'
import { DomainPanel } from './domain-panel.tsx'

/** The custom domain of a place, or the way to one: its address is an Owner's to change. */
export function PlaceDomain({ kind, place }: { kind: Kind; place: Place }) {
  if (place.domain !== null) return <DomainPanel kind={kind} place={place} />
  return (
    <Card title={t`Custom Domain`}>
      <EmptyState
        title={t`No custom domain`}
        action={
          place.role === 'Owner' && <ButtonLink to={toDomainField(kind, place)}>{t`Add a domain`}</ButtonLink>
        }
      >
        {place.role === 'Owner'
          ? t`Your app can have a domain of your own, too.`
          : t`Your app can have a domain of your own, too; an Owner of this ${kind.one} can add one.`}
      </EmptyState>
    </Card>
  )
}
