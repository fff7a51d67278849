import { t } from '@byre/contract/words'
import { listInvoices, type InvoiceHead } from '@byre/contract/billing/invoices'
import { listPaidPlaces, type PaidPlace } from '@byre/contract/billing/paid-places'
import { getPlan, listPlans, type Plan } from '@byre/contract/billing/plans'
import { limits } from '@byre/contract/limits'
import { call } from '../lib/api.ts'
import { useAnswer } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { useEvery } from './every.ts'

/* What is paid for, and what is owed for it. */

type Which = { billing_entity_id: string } | { site_id: string } | { clinic_id: string }

/** While something is not paid it is looked at again: a card may be under way. */
const watchMs = 4000
const isShut = ({ status }: PaidPlace) => status !== 'trialing' && status !== 'active'

/** Null asks nothing. */
export const usePaidPlaces = (which: Which | null) =>
  useEvery(listPaidPlaces, which, ({ paid_places: places }) => places, {
    every: (places) => (places?.some(isShut) ? watchMs : null),
  })

/** What is still owed of an invoice. */
export const owedFor = ({ total, credited }: Pick<InvoiceHead, 'total' | 'credited'>) => total - credited

/** An invoice whose payment waits for a word of the payer to their bank. */
export type AskedInvoice = InvoiceHead & { action_url: string }
export const asksBillingEntity = (invoice: InvoiceHead): invoice is AskedInvoice =>
  invoice.status === 'open' && invoice.action_url !== null

/** Of a payer or place, for those who run the payer; nobody else is shown any. */
export const useOpenInvoices = (which: Which | null) =>
  useEvery(listInvoices, which && { ...which, status: 'open' }, ({ invoices }) => invoices, {
    every: (invoices) => (invoices?.length ? watchMs : null),
  })

/** The plans of these ids, also those no longer on offer. */
export function usePlansOf(ids: readonly string[] | undefined) {
  const wanted = ids && [...new Set(ids)].toSorted()
  return useAnswer(wanted ? ['plansOf', ...wanted] : null, async (signal) => {
    const { plans } = await call(listPlans, { per_page: limits.perPage.max }, { signal })
    const known = new Map(plans.map((plan) => [plan.id, plan]))
    for (const id of wanted ?? []) {
      if (!known.has(id)) known.set(id, await call(getPlan, { id }, { signal }))
    }
    return known
  })
}

export const planIdsOf = (places: readonly PaidPlace[]) =>
  places.flatMap(({ plan_id: present, pending_plan_id: pending }) => [present, ...(pending ? [pending] : [])])

export type PlansById = ReadonlyMap<string, Plan>

export const planInWordsOf = (id: string, plans: PlansById): string => plans.get(id)?.name ?? t`A former plan`

/** An invoice or a subscription is about one site or clinic. */
export const placePath = ({ site_id: site, clinic_id: clinic }: Pick<PaidPlace, 'site_id' | 'clinic_id'>) =>
  site === null ? paths.clinic(clinic ?? '') : paths.site(site)

/** Read-only for want of a card, though nothing is owed: a period begins as soon as there is one. */
export const waitsForCard = ({ phase }: PaidPlace, debts: readonly InvoiceHead[]) =>
  phase === 'waiting' && debts.length === 0
