import { readInstallPreference, type Site } from '@byre/contract/places/sites'
import { addressInWords } from '../ui/forms/address.ts'
import { Fact, Facts, none } from '../ui/facts.tsx'
import { formatDate } from '../lib/format.ts'
import { WebAddress } from '../places/web-address.tsx'
import { YourRole } from '../places/your-role.tsx'
import { siteKind } from '../products.ts'
import { Card } from '../ui/card.tsx'
import { useSpecies } from './species.ts'

const unitWords = { metric: 'Metric', imperial: 'Imperial' }

export function SiteFacts({ site }: { site: Site }) {
  const preference = readInstallPreference(site.install_preference)
  return (
    <Card title="Site Information">
      <Facts>
        <Fact name="Description">{site.description || none}</Fact>
        <WebAddress kind={siteKind} place={site} />
        <Fact name="Location">{addressInWords(site) ?? none}</Fact>
        <Fact name="Operation type">
          {preference?.operation_type ? <SpeciesName id={preference.operation_type} /> : none}
        </Fact>
        {preference && <Fact name="Unit">{unitWords[preference.unit]}</Fact>}
        <Fact name="Code">
          <span className="figures">{site.code}</span>
        </Fact>
        <Fact name="Your role">
          <YourRole kind={siteKind} place={site} />
        </Fact>
        <Fact name="Created">{formatDate(site.created_at)}</Fact>
      </Facts>
    </Card>
  )
}

/** A line of its own height while the library is asked. */
function SpeciesName({ id }: { id: string }) {
  const species = useSpecies()
  if (species.isPending) return '\u00a0'
  return species.data?.species.find((one) => one.id === id)?.name ?? 'Unknown'
}
