import { roleNames } from '@byre/contract/rights'
import { t } from '@byre/contract/words'
import { taxName, taxNumbersOf } from '@byre/contract/billing/tax-numbers'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { formatDate, formatPhone } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts, MissingFacts } from '../../ui/facts.tsx'
import { addressInWords } from '../../ui/forms/address.ts'
import { currencyOf, mayPayWith } from '../billing-entities.ts'

/** Who pays: how they are reached and invoiced, for those who run it; of others only what is theirs to know. */
export function EntityDetails({ entity }: { entity: BillingEntity }) {
  const sees = mayPayWith(entity)
  const phone = formatPhone(entity.phone)
  const address = addressInWords(entity)
  return (
    <Card title={t`Details`}>
      <Facts>
        {sees && (
          <>
            {entity.email && <Fact name={t`Email`}>{entity.email}</Fact>}
            {phone && <Fact name={t`Phone`}>{phone}</Fact>}
            {address && <Fact name={t`Address`}>{address}</Fact>}
            {taxNumbersOf(entity).map((held) => (
              <Fact key={held.name} name={taxName(held.name)}>
                {held.number}
              </Fact>
            ))}
          </>
        )}
        {(sees || entity.currency) && (
          <Fact name={t`Pays in`}>{currencyOf(entity) === 'usd' ? t`US dollars` : t`Canadian dollars`}</Fact>
        )}
        <Fact name={t`Your role`}>{roleNames[entity.role]}</Fact>
        <Fact name={t`Created`}>{formatDate(entity.created_at)}</Fact>
      </Facts>
      <MissingFacts
        of={{ [t`email`]: entity.email, [t`phone`]: phone, [t`address`]: address }}
        to={sees ? paths.editBillingEntity(entity.id) : null}
      />
    </Card>
  )
}
