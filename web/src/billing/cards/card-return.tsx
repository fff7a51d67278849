import { t } from '@byre/contract/words'
import { confirmCard } from '@byre/contract/billing/cards'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useCall } from '../../lib/use-call.ts'
import { toast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/page.tsx'
import { NotKept } from './card-not-kept.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'

/** `/billing-entities/{billingEntityId}/card/return`: where a bank sends a card's holder back to. */
export function Component() {
  const [turn, setTurn] = useState(0)
  return (
    <Page narrow title={t`Your Card`} crumbs={[{ label: t`Dashboard`, to: paths.home() }]}>
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
      toast.success(t`Your bank has confirmed your card.`)
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
  return <NotKept billingEntityId={id} failure={failure} onAgain={onAgain} form={paths.newCard(id)} />
}
