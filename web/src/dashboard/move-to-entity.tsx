import { plural, t } from '@byre/contract/words'
import { formatList } from '../lib/format.ts'
import { updateClinic } from '@byre/contract/places/clinics'
import { updateSite } from '@byre/contract/places/sites'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useBillingEntities } from '../billing/use-billing-entities.ts'
import { call } from '../lib/api.ts'
import type { Kind, ListedPlace } from '../products.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { forEachPlace, PlaceResults, type PlaceResult } from './for-each-place.tsx'

const message = t`Please select billing information.`
const Move = z.object({ billing_entity_id: z.string(message).check(z.minLength(1, message)) })

interface MoveToEntityProps {
  kind: Kind
  places: readonly ListedPlace[]
  onClose: () => void
}

/** Another payer for several places, each from its next period on. */
export function MoveToEntity({ kind, places, onClose }: MoveToEntityProps) {
  const entities = useBillingEntities()
  const [results, setResults] = useState<PlaceResult[] | null>(null)
  const [nth, setNth] = useState(1)
  const update = kind.one === 'site' ? updateSite : updateClinic
  const move = ({ billing_entity_id }: { billing_entity_id: string }) =>
    forEachPlace(
      places,
      async ({ id }) => {
        await call(update, { id, billing_entity_id })
        return t`Moved.`
      },
      setNth,
    )
  return (
    <Dialog
      title={
        kind.one === 'site'
          ? t`Move ${plural(places.length, { one: '# site', other: '# sites' })}`
          : t`Move ${plural(places.length, { one: '# clinic', other: '# clinics' })}`
      }
      onClose={onClose}
    >
      {results ? (
        <PlaceResults results={results} onClose={onClose} />
      ) : (
        <Loaded
          ask={entities}
          skeleton={<Skeleton height="10rem" />}
          failed={t`An error occurred while loading a billingEntity.`}
        >
          {({ billing_entities: all }) => (
            <>
              <p>{t`${formatList(places.map(({ name }) => name))}: from the next period on; what is paid stays paid.`}</p>
              <FormShell
                schema={Move}
                defaults={{ billing_entity_id: '' }}
                send={move}
                onDone={setResults}
                submit={t`Move Payer`}
                busy={places.length > 1 ? t`Moving ${nth} of ${places.length}..` : t`Moving..`}
                notice={false}
                guard={false}
              >
                <SelectField
                  name="billing_entity_id"
                  label={t`Billing Information`}
                  options={all
                    .filter(({ role }) => role !== 'User')
                    .map(({ id, name }) => ({ value: id, label: name }))}
                />
              </FormShell>
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}
