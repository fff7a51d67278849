import type { Product } from '@byre/contract/herd/products'
import { said, wholeOf, withKnown, type Problems, type Values } from '../recording/drafts.ts'
import { labelUseOf } from '../recording/treatment.ts'
import { vetOf } from '../recording/vet-figures.ts'
import type { Where } from '../recording/where.ts'
import type { Pen } from './pen-events.ts'

/* What the form that begins feed amounts to. */

export interface FeedInput {
  products: readonly Product[]
  where: Where
  /** Of the animals in the pen; undefined where none stands there. */
  species: string | undefined
}

/** What follows from what is filled in, for the form to show and to send. */
export function readFeed(values: Values, { products, where, species }: FeedInput) {
  const name = said(values['product'])
  const product = products.find((one) => one.name.toLowerCase() === name?.toLowerCase())
  const use = labelUseOf(product, { home: where.home, species, route: 'feed' })
  const days = values['days'] ?? (use?.days === undefined ? '' : String(use.days))
  return { name, product, days }
}

/** What is recorded, and how it is called. */
export function feedOf(
  pen: Pen,
  values: Values,
  input: FeedInput,
): { problems: Problems } | { name: string; body: Record<string, unknown> } {
  const { name, product, days } = readFeed(values, input)
  if (name === undefined) return { problems: { product: 'What is fed?' } }
  const ordered = said(days) === undefined ? undefined : wholeOf(days)
  if (said(days) !== undefined && !ordered) return { problems: { days: 'Must be a whole number.' } }
  const vet = vetOf(values)
  if (vet.problems) return { problems: vet.problems }
  return {
    name: product?.name ?? name,
    body: withKnown({
      pen: pen.id,
      product: product?.version_id,
      product_name: product?.name ?? name,
      route: 'feed',
      rate: said(values['rate']),
      days: ordered,
      reason: said(values['reason']),
      batch: said(values['batch']),
      as_label: values['as_label'],
      ...vet.body,
    }),
  }
}
