import { t } from '../words.ts'
import * as z from 'zod/mini'
import type { BillingEntityId } from '../subject-kinds.ts'

/* A plan, and whoever pays, as a form chooses them. */

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const planMissing = t`You must select a plan to continue.`
export const billingEntityMissing = t`Please select billing information.`

const chosen = <Id extends string>(missing: string) =>
  z.pipe(
    z.string(missing).check(z.regex(uuidShape, missing)),
    z.transform((value) => value.toLowerCase() as Id),
  )

/** What a form sends as nothing chosen reads as not sent. */
export const chosenOrNone = <Id extends string>(missing: string, none: readonly string[]) =>
  z.optional(
    z.pipe(
      z.string(missing).check(z.refine((text) => none.includes(text) || uuidShape.test(text), missing)),
      z.transform((text) => (none.includes(text) ? undefined : (text.toLowerCase() as Id))),
    ),
  )

export const planId = chosen<string>(planMissing)
export const planIdOrNone = chosenOrNone<string>(planMissing, [''])
export const chosenBillingEntityId = chosen<BillingEntityId>(billingEntityMissing)
