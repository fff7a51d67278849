import type { ImportOptions } from '@byre/contract/herd/imports'
import { listProducts } from '@byre/contract/herd/products'
import { useState } from 'react'
import { sentenceOf } from '../../lib/refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { useAppAsk } from '../asks.ts'
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
  const products = ask.data?.products ?? []

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
          {`${counted(unknown, 'treatment')} will hold without an end, because the medicine is not known.`}
        </Banner>
      )}
      {all.map((name) => (
        <Choice
          key={name}
          label={name}
          value={chosen.find((one) => one.name === name)?.product ?? ''}
          options={[
            { value: '', label: 'Not known: hold' },
            ...products.map((product) => ({ value: product.id, label: product.name })),
          ]}
          onChoose={(product) => void choose(name, product)}
        />
      ))}
      {problem && (
        <Banner is="danger" live>
          {problem}
        </Banner>
      )}
    </fieldset>
  )
}
