import { t, translated } from '@byre/contract/words'
import { getSite, updateSite, type Site } from '@byre/contract/places/sites'
import { useParams } from 'react-router'
import { call } from '../lib/api.ts'
import { useAsk } from '../lib/query.ts'
import { EditPlacePage, UpdatePlaceForm, type EditPlaceAnswers } from '../places/edit-place.tsx'
import { siteKind } from '../products.ts'
import { SiteSections } from './site-form.tsx'
import { siteChangesOf, SiteChangesForm, valuesOfSite } from './site-values.ts'
import { useSpecies } from './species.ts'

/** `/site/{siteId}/edit` */
export function Component() {
  const { siteId: id = '' } = useParams()
  const site = useAsk(getSite, { id })
  return (
    <EditPlacePage kind={siteKind} id={id} ask={site}>
      {(answers) => <UpdateForm answers={answers} />}
    </EditPlacePage>
  )
}

function UpdateForm({ answers }: { answers: EditPlaceAnswers<Site> }) {
  const { id } = answers.place
  const species = useSpecies().data?.species ?? []
  return (
    <UpdatePlaceForm
      kind={siteKind}
      answers={answers}
      schema={SiteChangesForm}
      valuesOf={(site) => valuesOfSite(site, answers.me)}
      update={({ changed, values, billingEntity, ifMatch }) =>
        call(updateSite, { ...siteChangesOf(changed, values), ...billingEntity, id }, { ifMatch })
      }
      look={() => call(getSite, { id })}
      labels={{ unit: t`Unit`, operation_type: t`Operation type` }}
      words={(field, value) =>
        field === 'operation_type'
          ? translated(species.find((one) => one.id === value)?.name ?? value)
          : value
      }
    >
      <SiteSections site={answers.place} />
    </UpdatePlaceForm>
  )
}
