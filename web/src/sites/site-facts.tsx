import { t, translated } from '@byre/contract/words'
import { readInstallPreference, type Site } from '@byre/contract/places/sites'
import { addressInWords } from '../ui/forms/address.ts'
import { Fact, Facts, MissingFacts } from '../ui/facts.tsx'
import { formatDate } from '../lib/format.ts'
import { WebAddress } from '../places/web-address.tsx'
import { YourRole } from '../places/your-role.tsx'
import { siteKind } from '../products.ts'
import { Card } from '../ui/card.tsx'
import { useSpecies } from './species.ts'

const unitWords = { metric: t`Metric`, imperial: t`Imperial` }

export function SiteFacts({ site }: { site: Site }) {
  const preference = readInstallPreference(site.install_preference)
  const location = addressInWords(site)
  const operation = preference?.operation_type
  return (
    <Card title={t`Site Information`}>
      <Facts>
        {site.description && <Fact name={t`Description`}>{site.description}</Fact>}
        <WebAddress kind={siteKind} place={site} />
        {location && <Fact name={t`Location`}>{location}</Fact>}
        {operation && (
          <Fact name={t`Operation type`}>
            <SpeciesName id={operation} />
          </Fact>
        )}
        {preference && <Fact name={t`Unit`}>{unitWords[preference.unit]}</Fact>}
        <Fact name={t`Code`}>
          <span className="figures">{site.code}</span>
        </Fact>
        <Fact name={t`Your role`}>
          <YourRole kind={siteKind} place={site} />
        </Fact>
        <Fact name={t`Created`}>{formatDate(site.created_at)}</Fact>
      </Facts>
      <MissingFacts
        of={{
          [t`description`]: site.description,
          [t`location`]: location,
          [t`operation type`]: operation,
        }}
        to={site.role === 'User' ? null : siteKind.paths.edit(site.id)}
      />
    </Card>
  )
}

/** A line of its own height while the library is asked. */
function SpeciesName({ id }: { id: string }) {
  const species = useSpecies()
  if (species.isPending) return '\u00a0'
  return translated(species.data?.species.find((one) => one.id === id)?.name ?? t`Unknown`)
}
