import { t } from '@byre/contract/words'
import { Refusal } from '../../lib/refusal.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { BackToBillingEntity } from '../back-to-billing-entity.tsx'

interface NotKeptProps {
  billingEntityId: string
  failure: unknown
  onAgain: () => void
  /** The form where another card is given. */
  form: string
}

/** Why a card whose bank was asked is not kept, or not yet, and what to do. */
export function NotKept({ billingEntityId, failure, onAgain, form }: NotKeptProps) {
  const code = failure instanceof Refusal ? failure.code : null
  if (code === 'card.unconfirmed') {
    return (
      <EmptyState
        title={t`Your bank has not confirmed this card yet.`}
        action={<Button onClick={onAgain}>{t`Ask again`}</Button>}
      >{t`This can take a moment. Nothing was charged.`}</EmptyState>
    )
  }
  if (failure instanceof Refusal && failure.status < 500) {
    const isDeclined = code?.startsWith('card.') && code !== 'card.exists'
    return (
      <EmptyState
        title={isDeclined ? t`Your bank did not confirm this card.` : failure.message}
        action={
          isDeclined ? (
            <ButtonLink to={form} replace kind="primary">{t`Try another card`}</ButtonLink>
          ) : (
            <BackToBillingEntity id={billingEntityId} />
          )
        }
      >
        {isDeclined && t`Nothing was kept and nothing was charged.`}
      </EmptyState>
    )
  }
  return <ErrorState error={failure} onRetry={onAgain} />
}
