import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { listCards } from '@byre/contract/billing/cards'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { regionLabel } from '@byre/contract/regions'
import { useAsk } from '../../lib/query.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CardFace } from './card-face.tsx'
import { DeleteCard } from './delete-card.tsx'
import { mayPayWith } from '../billing-entities.ts'
import { Waiting } from '../../ui/skeletons.tsx'

/** The one card of some billing information with what may be done about it, or the way to add it. */
export function KeptCard({ entity }: { entity: BillingEntity }) {
  const hasCard = entity.last_four !== null
  const mayKeep = mayPayWith(entity)
  return (
    <Card title={t`Credit Card`}>
      <CardFace card={entity} />
      {hasCard && mayKeep && (entity.country === null || entity.region === null) && (
        <Banner
          is="warning"
          action={<ButtonLink to={paths.editBillingEntity(entity.id)}>{t`Add it`}</ButtonLink>}
        >
          {entity.country === null
            ? t`The country is missing. Taxes depend on it.`
            : t`The ${regionLabel(entity.country).toLowerCase()} is missing. Taxes depend on it.`}
        </Banner>
      )}
      {hasCard && mayKeep && <Kept entity={entity} />}
      {!hasCard && mayKeep && (
        <>
          <p className="soft">{t`Free trials need no card.`}</p>
          <div>
            <ButtonLink
              to={paths.newCard(entity.id)}
              kind="primary"
              icon={IconPlus}
            >{t`Add Card`}</ButtonLink>
          </div>
        </>
      )}
    </Card>
  )
}

/** Keeps its line while the answer is on its way; its buttons may take a second one. */
function Kept({ entity }: { entity: BillingEntity }) {
  const { data, isPending } = useAsk(listCards, { billing_entity_id: entity.id })
  const [card] = data?.cards ?? []
  return (
    <>
      {isPending && <Waiting />}
      <p className="soft figures">
        {card ? t`Expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : '\u00a0'}
      </p>
      <div className="actions">
        <ButtonLink to={paths.editCard(entity.id)} icon={IconPencil}>{t`Edit Card`}</ButtonLink>
        {card && <DeleteCard card={card} entityName={entity.name} />}
      </div>
    </>
  )
}
