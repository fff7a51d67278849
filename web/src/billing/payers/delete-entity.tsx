import { deleteBillingEntity, type BillingEntity } from '@byre/contract/billing/billing-entities'
import { Link, useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { lettingGo } from '../../lib/query.ts'
import { inWords, Refusal } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { goUnasked } from '../../lib/way-guard.ts'
import { paths } from '../../paths.ts'
import { billingDay } from '../paid.ts'
import { Removal } from '../../ui/dialogs/removal.tsx'

interface UsedBy {
  kind: 'site' | 'clinic'
  id: string
  name: string
  /** Where another payer follows it. */
  pays_until?: string
}

/** What still pays for something stays, and says for what. */
export function DeleteEntity({ entity }: { entity: BillingEntity }) {
  const navigate = useNavigate()

  const remove = async () => {
    try {
      await lettingGo(entity.id, () => call(deleteBillingEntity, { id: entity.id }))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'billing_entity.in_use')
        return <StillUsed sentence={error.message} places={placesIn(error.answer)} />
      return inWords({ 'server.failed': 'An error occurred while deleting a billingEntity.' })(error)
    }
    toast.success('Billing information was removed')
    goUnasked(() => void navigate(paths.billingEntities(), { replace: true }))
    return null
  }

  return (
    <Removal label="Delete" className="action-last" remove={remove}>
      <p>
        <strong>{entity.name}</strong> will be removed{entity.last_four && ', together with its card'}.
      </p>
    </Removal>
  )
}

const StillUsed = ({ sentence, places }: { sentence: string; places: readonly UsedBy[] }) => (
  <>
    <p>{sentence}</p>
    <ul className="differences">
      {places.map(({ kind, id, name, pays_until }) => (
        <li key={id}>
          <Link className="wide-target" to={kind === 'site' ? paths.site(id) : paths.clinic(id)}>
            {name}
          </Link>
          {pays_until && <span className="soft">, paid until {billingDay(pays_until)}</span>}
        </li>
      ))}
    </ul>
  </>
)

/** The refusal carries more than words: what it still pays for. */
function placesIn(answer: unknown): UsedBy[] {
  const { used_by: places } = answer as { used_by?: unknown }
  return Array.isArray(places) ? (places as UsedBy[]) : []
}
