import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import { removeCard, type Card } from '@byre/contract/billing/cards'
import { call } from '../../lib/api.ts'
import { inWords, Refusal } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { CardFace } from './card-face.tsx'
import { Removal } from '../../ui/dialogs/removal.tsx'

/** A card that something depends on is replaced, not deleted. */
export function DeleteCard({ card, entityName }: { card: Card; entityName: string }) {
  const remove = async () => {
    try {
      await call(removeCard, { id: card.id })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'card.in_use')
        return <p>{t`${error.message} Replace it with another card instead.`}</p>
      return inWords({ 'server.failed': t`An error occurred while removing a creditCard.` })(error)
    }
    toast.success(t`Card was removed`)
    return null
  }

  return (
    <Removal label={t`Delete Card`} remove={remove}>
      <p>{rich`${(<CardFace card={card} />)} will be removed from ${(<strong>{entityName}</strong>)}.`}</p>
    </Removal>
  )
}
