import { deleteBillingEntity, type BillingEntity } from '@byre/contract/billing-entities'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../lib/api.ts'
import { stopAsking } from '../lib/query.ts'
import { inWords, Refusal } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface UsedBy {
  kind: 'site' | 'clinic'
  id: string
  name: string
}

/** Asks, removes, and when it still pays for something says what. */
export function DeleteEntity({ entity }: { entity: BillingEntity }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [usedBy, setUsedBy] = useState<{ sentence: string; places: readonly UsedBy[] } | null>(null)

  const remove = async () => {
    try {
      await call(deleteBillingEntity, { id: entity.id })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'billing_entity.in_use') {
        setUsedBy({ sentence: error.message, places: placesIn(error.answer) })
        setAsking(false)
        return
      }
      return inWords({ 'server.failed': 'An error occurred while deleting a billingEntity.' })(error)
    }
    stopAsking(entity.id)
    toast.success('Billing information was removed')
    await navigate(paths.billingEntities(), { replace: true })
  }

  return (
    <>
      <Button icon={IconTrash} className="deed-last" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {usedBy && (
        <div className="deed-answer">
          <Banner is="danger" live onDismiss={() => setUsedBy(null)}>
            <p>{usedBy.sentence}</p>
            <ul className="differences">
              {usedBy.places.map(({ kind, id, name }) => (
                <li key={id}>
                  <Link className="wide-target" to={kind === 'site' ? paths.site(id) : paths.clinic(id)}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
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
            <strong>{entity.name}</strong> will be removed{entity.last_four && ', together with its card'}.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The refusal carries more than words: what it still pays for. */
function placesIn(answer: unknown): UsedBy[] {
  const { used_by: places } = answer as { used_by?: unknown }
  return Array.isArray(places) ? (places as UsedBy[]) : []
}
