import type { Clinic } from '@byre/contract/places/clinics'
import { addressInWords } from '../ui/forms/address.ts'
import { Fact, Facts, none } from '../ui/facts.tsx'
import { formatDate, formatPhone } from '../lib/format.ts'
import { WebAddress } from '../places/web-address.tsx'
import { YourRole } from '../places/your-role.tsx'
import { clinicKind } from '../products.ts'
import { Card } from '../ui/card.tsx'

export function ClinicFacts({ clinic }: { clinic: Clinic }) {
  return (
    <Card title="Clinic Information">
      <Facts>
        <Fact name="Description">{clinic.description || none}</Fact>
        <WebAddress kind={clinicKind} place={clinic} />
        <Fact name="Email">{clinic.email}</Fact>
        <Fact name="Phone">
          <span className="figures">{formatPhone(clinic.phone)}</span>
        </Fact>
        <Fact name="Location">{addressInWords(clinic) ?? none}</Fact>
        <Fact name="Code">
          <span className="figures">{clinic.code}</span>
        </Fact>
        <Fact name="Your role">
          <YourRole kind={clinicKind} place={clinic} />
        </Fact>
        <Fact name="Created">{formatDate(clinic.created_at)}</Fact>
      </Facts>
    </Card>
  )
}
