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
        return <p>{error.message} Replace it with another card instead.</p>
      return inWords({ 'server.failed': 'An error occurred while removing a creditCard.' })(error)
    }
    toast.success('Card was removed')
    return null
  }

  return (
    <Removal label="Delete Card" remove={remove}>
      <p>
        <CardFace card={card} /> will be removed from <strong>{entityName}</strong>.
      </p>
    </Removal>
  )
}
