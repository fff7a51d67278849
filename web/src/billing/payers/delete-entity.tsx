import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import { deleteBillingEntity, type BillingEntity } from '@byre/contract/billing/billing-entities'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { lettingGo } from '../../lib/query.ts'
import { inWords, Refusal } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { goUnasked } from '../../lib/way-guard.ts'
import { paths } from '../../paths.ts'
import { Removal } from '../../ui/dialogs/removal.tsx'

/** What still pays for something stays, and says for what. */
export function DeleteEntity({ entity }: { entity: BillingEntity }) {
  const navigate = useNavigate()

  const remove = async () => {
    try {
      await lettingGo(entity.id, () => call(deleteBillingEntity, { id: entity.id }))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'billing_entity.in_use') {
        const { stillUsed } = await import('./still-used.tsx')
        return stillUsed(error)
      }
      return inWords({ 'server.failed': t`An error occurred while deleting a billingEntity.` })(error)
    }
    toast.success(t`Billing information was removed`)
    goUnasked(() => void navigate(paths.billingEntities(), { replace: true }))
    return null
  }

  return (
    <Removal label={t`Delete`} remove={remove}>
      <p>
        {entity.last_four
          ? rich`${(<strong>{entity.name}</strong>)} will be removed, together with its card.`
          : rich`${(<strong>{entity.name}</strong>)} will be removed.`}
      </p>
    </Removal>
  )
}
