import { t } from '@byre/contract/words'
import { getClinic } from '@byre/contract/places/clinics'
import { useParams } from 'react-router'
import { Named, NamedPage } from '../people/named-page.tsx'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { placeHead } from '../places/place-head.tsx'
import { PlaceScreen } from '../places/place-screen.tsx'
import { clinicKind } from '../products.ts'
import { Loaded } from '../ui/loaded.tsx'
import { ClinicFacts } from './clinic-facts.tsx'

/** `/clinic/{clinicId}` */
export function Component() {
  const { clinicId: id = '' } = useParams()
  const clinic = useAsk(getClinic, { id })
  return (
    <NamedPage
      fallback={t`Clinic`}
      crumbs={[{ label: t`Dashboard`, to: paths.home() }]}
      head={clinic.isLoadingError ? undefined : placeHead(clinicKind, clinic.data)}
    >
      {(name) => (
        <Loaded
          ask={clinic}
          skeleton={<DetailSkeleton />}
          failed={t`An error occurred while loading the clinic.`}
        >
          {(clinic) => (
            <>
              <Named as={clinic.name} tell={name} />
              <PlaceScreen kind={clinicKind} place={clinic} facts={<ClinicFacts clinic={clinic} />} />
            </>
          )}
        </Loaded>
      )}
    </NamedPage>
  )
}
