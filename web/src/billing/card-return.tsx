import { confirmCard } from '@byre/contract/cards'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useCall } from '../lib/use-call.ts'
import { Refusal } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { BackToPayer } from './card-page.tsx'
import { FormSkeleton } from './skeletons.tsx'

/** `/billing-entities/{billingEntityId}/card/return`: where a bank sends a card's holder back to. */
export function Component() {
  const [turn, setTurn] = useState(0)
  return (
    <Page narrow title="Your Card" crumbs={[{ label: 'Dashboard', to: paths.home() }]}>
      <Confirming key={turn} onAgain={() => setTurn(turn + 1)} />
    </Page>
  )
}

function Confirming({ onAgain }: { onAgain: () => void }) {
  const { billingEntityId: id = '' } = useParams()
  const attempt = useSearchParams()[0].get('card') ?? ''
  const navigate = useNavigate()
  const { ask } = useCall(confirmCard)
  const [failure, setFailure] = useState<unknown>(null)

  useEffect(() => {
    let isLeft = false
    const finish = async () => {
      await ask({ id: attempt })
      if (isLeft) return
      toast.success('Your bank has confirmed your card.')
      await navigate(paths.billingEntity(id), { replace: true })
    }
    finish().catch((error: unknown) => {
      if (!isLeft) setFailure(error)
    })
    return () => {
      isLeft = true
    }
  }, [ask, attempt, id, navigate])

  if (failure === null) return <FormSkeleton fields={1} />
  return <NotKept id={id} failure={failure} onAgain={onAgain} />
}

function NotKept({ id, failure, onAgain }: { id: string; failure: unknown; onAgain: () => void }) {
  const code = failure instanceof Refusal ? failure.code : null
  if (code === 'card.unconfirmed') {
    return (
      <EmptyState
        title="Your bank has not confirmed this card yet."
        action={<Button onClick={onAgain}>Ask again</Button>}
      >
        This can take a moment. Nothing was charged.
      </EmptyState>
    )
  }
  if (failure instanceof Refusal && failure.status < 500) {
    const isDeclined = code?.startsWith('card.') && code !== 'card.exists'
    return (
      <EmptyState
        title={isDeclined ? 'Your bank did not confirm this card.' : failure.message}
        action={
          isDeclined ? (
            <ButtonLink to={paths.newCard(id)} kind="primary">
              Try another card
            </ButtonLink>
          ) : (
            <BackToPayer id={id} />
          )
        }
      >
        {isDeclined && 'Nothing was kept and nothing was charged.'}
      </EmptyState>
    )
  }
  return <ErrorState error={failure} onRetry={onAgain} />
}
