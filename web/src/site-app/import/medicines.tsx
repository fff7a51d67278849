import type { ImportOptions } from '@byre/contract/herd/imports'
import { listProducts, type Product } from '@byre/contract/herd/products'
import { useState } from 'react'
import { sentenceOf } from '../../lib/refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAppAsk } from '../asks.ts'
import { figureWords, unknownHolds } from '../cabinet/figures.ts'
import { Loaded } from '../loaded.tsx'
import type { Judgement } from './bringing.ts'
import { counted } from './words.ts'

interface MedicinesProps {
  judgement: Judgement
  /** How many treatments hold without an end as things stand. */
  unknown: number
  chosen: ImportOptions['medicines']
  disabled: boolean
  onChoose: (medicines: ImportOptions['medicines']) => Promise<void>
}

/** Which product of the cabinet each medicine of the file is. Of one that is none nothing is known, and it holds. */
export function Medicines({ judgement, unknown, chosen, disabled, onChoose }: MedicinesProps) {
  const ask = useAppAsk(listProducts, {})
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [all] = useState(judgement.medicines)
  if (all.length === 0) return null

  const choose = async (name: string, product: string) => {
    const others = chosen.filter((one) => one.name !== name)
    setBusy(true)
    setProblem(null)
    try {
      await onChoose(product === '' ? others : [...others, { name, product }])
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <fieldset className="import-medicines" disabled={disabled || busy} aria-busy={busy}>
      <legend className="label">Medicines that are not in your cabinet</legend>
      {unknown > 0 && (
        <Banner is="warning">
          {`${counted(unknown, 'treatment')} will hold with no end date, because the medicine is not known.`}
        </Banner>
      )}
      <Loaded ask={ask} skeleton={<Skeleton height="4rem" />} failed="The cabinet could not be loaded.">
        {({ products }) =>
          all.map((name) => (
            <OneMedicine
              key={name}
              name={name}
              chosen={chosen.find((one) => one.name === name)?.product ?? ''}
              products={products}
              onChoose={(product) => void choose(name, product)}
            />
          ))
        }
      </Loaded>
      {problem && (
        <Banner is="danger" live>
          {problem}
        </Banner>
      )}
    </fieldset>
  )
}

interface OneMedicineProps {
  name: string
  /** The product's id; empty: none. */
  chosen: string
  products: readonly Product[]
  onChoose: (product: string) => void
}

/** Below the choice, which cuts a long name, stands the whole of it, with what its labels say. */
function OneMedicine({ name, chosen, products, onChoose }: OneMedicineProps) {
  const product = products.find(({ id }) => id === chosen)
  return (
    <div className="import-medicine">
      <Choice
        label={name}
        value={chosen}
        options={[
          { value: '', label: 'Not known: hold' },
          ...products.map((one) => ({ value: one.id, label: one.name })),
        ]}
        onChoose={onChoose}
      />
      {product && <p className="hint">{`${product.name}: ${labelOf(product)}`}</p>}
    </div>
  )
}

/** Each figure once, whatever country and use it is of. */
const labelOf = ({ uses }: Product): string =>
  [...new Set(uses.flatMap(({ figures }) => figures.map(figureWords)))].join(', ') || unknownHolds
