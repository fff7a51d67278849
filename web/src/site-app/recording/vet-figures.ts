import { marketName } from '@byre/contract/herd/market-names'
import { markets as allMarkets } from '@byre/contract/herd/settings'
import { ticked } from './fields.tsx'
import { said, wholeOf, withKnown, type Problems, type Values } from './drafts.ts'

/* A veterinarian's figure as it is typed, and as it is recorded. */

/** The veterinarian and what they say, as the ledger keeps it; nothing where nobody said anything. */
export function vetOf(values: Values): { problems?: Problems; body?: Record<string, unknown> } {
  const [vet, basis, prescription] = ['vet_name', 'vet_basis', 'vet_prescription'].map((field) =>
    said(values[field]),
  )
  const figures = [
    { commodity: 'meat', kind: 'days', field: 'vet_meat' },
    { commodity: 'milk', kind: 'hours', field: 'vet_milk' },
    { commodity: 'eggs', kind: 'days', field: 'vet_eggs' },
  ].flatMap(({ commodity, kind, field }) => {
    const text = said(values[field])
    return text === undefined ? [] : [{ commodity, kind, field, figure: wholeOf(text) }]
  })
  if ([vet, basis, prescription].every((text) => text === undefined) && figures.length === 0) return {}
  const wrong = figures.find(({ figure }) => figure === undefined)
  if (wrong) return { problems: { [wrong.field]: 'Must be a whole number.' } }
  if (vet === undefined) return { problems: { vet_name: 'Which veterinarian gave the figure?' } }
  if (basis === undefined) return { problems: { vet_basis: 'What does the figure rest on?' } }
  if (figures.length === 0) return { problems: { vet_meat: 'How long must it be held?' } }
  const named = ticked(values['vet_markets'])
  const markets = allMarkets.filter((market) => named.includes(marketName(market)))
  return {
    body: {
      vet: withKnown({
        name: vet,
        basis,
        prescription,
        markets: markets.length > 0 ? markets : undefined,
      }),
      vet_figures: figures.map(({ commodity, kind, figure }) =>
        figure === 0 ? { kind: 'zero', commodity } : { kind, commodity, [kind]: figure },
      ),
    },
  }
}
