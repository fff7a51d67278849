import { exactly } from '@byre/rules/quantities'
import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { id, requiredText } from '../fields.ts'
import { day, LabelFigure, line, market, ofEachCommodity, wholeNumber, word, yes } from './fields.ts'

/* The medicine cabinet: what labels say, typed in by a person who says where it stands and when they read it. */

const amount = (label: string) =>
  z.string(`${label} must be a number.`).check(
    z.maxLength(20, `${label} must be a number.`),
    z.refine((text) => (exactly(text, 'mcg')?.of ?? 0n) > 0n, `${label} must be a number above 0.`),
  )

/** As the label prints it: `2.5` to `5` mg/kg of `100` mg/mL, or `6` mL per `100` lb. */
const LabelDose = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('by strength'),
    least: amount('A dose'),
    most: amount('A dose'),
    strength: amount('A strength'),
  }),
  z.strictObject({
    kind: z.literal('by volume'),
    volume: amount('A dose'),
    per: amount('A weight'),
    unit: z.enum(['lb', 'kg'], 'Must be lb or kg.'),
  }),
])

/** One use of a product: country, species, classes and route together have figures, and nothing less. */
export const LabelUse = z.strictObject({
  country: market,
  species: word('A species'),
  classes: z.optional(z.array(word('A class')).check(z.minLength(1), z.maxLength(10, '10 classes at most.'))),
  route: word('A route'),
  dose: z.optional(LabelDose),
  every_hours: z.optional(wholeNumber(1, 8760, 'Hours')),
  days: z.optional(wholeNumber(1, 730, 'Days')),
  reasons: z.optional(
    z.array(line('A reason')).check(z.minLength(1), z.maxLength(20, '20 reasons at most.')),
  ),
  banned_otherwise: z.optional(yes),
  figures: z
    .array(LabelFigure)
    .check(z.maxLength(3, 'Three figures at most.'), z.refine(ofEachCommodity, 'One figure a commodity.')),
  /** Where it stands, and when a person read it there. */
  source: line('A source'),
  read_on: day,
})
export type LabelUse = z.infer<typeof LabelUse>

const uses = z.array(LabelUse).check(z.maxLength(12, '12 uses at most.'))

const StockLot = z.object({ id: z.string(), batch: z.string(), expires_on: z.nullable(z.string()) })

const Product = z.object({
  id: z.string(),
  name: z.string(),
  /** What a treatment names: a version is never changed. */
  version_id: z.string(),
  version: z.number(),
  uses: z.array(LabelUse),
  stock_lots: z.array(StockLot),
})
export type Product = z.infer<typeof Product>

/** A cabinet is listed whole. */
export const productsAtMost = 500
export const stockLotsAtMost = 200

export const listProducts = appCall({
  name: 'listProducts',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/products',
  summary: 'The medicine cabinet: products by name, what their labels say, and stock lots',
  right: 'see',
  reply: z.object({ products: z.array(Product) }),
})

const Added = z.object({ id: z.string(), version_id: z.string(), version: z.number() })

export const addProduct = appCall({
  name: 'addProduct',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/products',
  summary: 'Put a product into the cabinet; without uses it is unknown, and holds',
  right: 'editProducts',
  body: z.object({ name: requiredText(60, 'Name'), uses }),
  reply: Added,
  status: 201,
  refusals: ['name.taken', 'list.full'],
})

export const addProductVersion = appCall({
  name: 'addProductVersion',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/products/:id/versions',
  summary: 'Say what a product’s label says now; treatments that were given keep what they were given by',
  right: 'editProducts',
  params: z.object({ id }),
  body: z.object({ uses }),
  reply: Added,
  status: 201,
})

export const addStockLot = appCall({
  name: 'addStockLot',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/products/:id/stock-lots',
  summary: 'Add a lot of a product with its expiry',
  right: 'editProducts',
  params: z.object({ id }),
  body: z.object({ batch: requiredText(60, 'Lot'), expires_on: z.optional(day) }),
  reply: StockLot,
  status: 201,
  refusals: ['name.taken', 'list.full'],
})

export const addLabelProducts = appCall({
  name: 'addLabelProducts',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/products/labels',
  summary:
    'Put the products into the cabinet whose American labels we have read, each with its source; those that are there stay',
  right: 'editProducts',
  reply: z.object({ added: z.number() }),
})
