import { marketInSentence, marketName } from '@byre/contract/herd/market-names'
import { TextIn, TicksIn, useForm } from './fields.tsx'
import { Fold } from './fold.tsx'
import type { Where } from './where.ts'

const names = ['vet_name', 'vet_basis', 'vet_prescription', 'vet_meat', 'vet_milk', 'vet_eggs', 'vet_markets']

/** A veterinarian's figure and what it rests on. */
export function VetFields({ commodities, home, markets }: Pick<Where, 'commodities' | 'home' | 'markets'>) {
  const { problems } = useForm()
  return (
    <Fold summary="A veterinarian’s figure" isNeeded={names.some((name) => problems[name])}>
      <TextIn name="vet_name" label="Veterinarian" maxLength={60} />
      <TextIn name="vet_prescription" label="Prescription" maxLength={60} optional />
      <TextIn name="vet_basis" label="What it rests on" maxLength={200} />
      <div className="field-row">
        <TextIn name="vet_meat" label="Meat" inputMode="numeric" maxLength={3} unit="days" />
        {commodities.includes('milk') && (
          <TextIn name="vet_milk" label="Milk" inputMode="numeric" maxLength={4} unit="hours" />
        )}
        {commodities.includes('eggs') && (
          <TextIn name="vet_eggs" label="Eggs" inputMode="numeric" maxLength={3} unit="days" />
        )}
      </div>
      {markets.length > 1 && (
        <>
          <TicksIn name="vet_markets" legend="For which markets" of={markets.map(marketName)} />
          <p className="hint">Where none is chosen it counts for {marketInSentence(home)} alone.</p>
        </>
      )}
      <p className="hint">It can make a hold longer, and never shorter than the label’s.</p>
    </Fold>
  )
}
