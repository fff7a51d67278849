import { removeCard, type Card } from '@byre/contract/cards'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { inWords, Refusal } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CardFace } from './card-face.tsx'

/** Asks, removes, and when the card still pays for something says so. */
export function DeleteCard({ card }: { card: Card }) {
  const [asking, setAsking] = useState(false)
  const [inUse, setInUse] = useState<string | null>(null)

  const remove = async () => {
    try {
      await call(removeCard, { id: card.id })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'card.in_use') {
        setInUse(error.message)
        setAsking(false)
        return
      }
      return inWords({ 'server.failed': 'An error occurred while removing a creditCard.' })(error)
    }
    toast.success('Card was removed')
  }

  return (
    <>
      <Button icon={IconTrash} onClick={() => setAsking(true)}>
        Delete Card
      </Button>
      {inUse && (
        <div className="deed-answer">
          <Banner is="danger" live onDismiss={() => setInUse(null)}>
            <p>{inUse} Put another card in its place instead.</p>
          </Banner>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          confirm="Delete"
          busy="Deleting.."
          danger
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        >
          <p>
            <CardFace card={card} /> will be removed.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
