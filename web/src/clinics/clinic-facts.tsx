import { t } from '@byre/contract/words'
import type { Clinic } from '@byre/contract/places/clinics'
import { addressInWords } from '../ui/forms/address.ts'
import { Fact, Facts, MissingFacts } from '../ui/facts.tsx'
import { formatDate, formatPhone } from '../lib/format.ts'
import { WebAddress } from '../places/web-address.tsx'
import { YourRole } from '../places/your-role.tsx'
import { clinicKind } from '../products.ts'
import { Card } from '../ui/card.tsx'

export function ClinicFacts({ clinic }: { clinic: Clinic }) {
  const location = addressInWords(clinic)
  return (
    <Card title={t`Clinic Information`}>
      <Facts>
        {clinic.description && <Fact name={t`Description`}>{clinic.description}</Fact>}
        <WebAddress kind={clinicKind} place={clinic} />
        <Fact name={t`Email`}>{clinic.email}</Fact>
        <Fact name={t`Phone`}>
          <span className="figures">{formatPhone(clinic.phone)}</span>
        </Fact>
        {location && <Fact name={t`Location`}>{location}</Fact>}
        <Fact name={t`Code`}>
          <span className="figures">{clinic.code}</span>
        </Fact>
        <Fact name={t`Your role`}>
          <YourRole kind={clinicKind} place={clinic} />
        </Fact>
        <Fact name={t`Created`}>{formatDate(clinic.created_at)}</Fact>
      </Facts>
      <MissingFacts
        of={{ [t`description`]: clinic.description, [t`location`]: location }}
        to={clinic.role === 'User' ? null : clinicKind.paths.edit(clinic.id)}
      />
    </Card>
  )
}
