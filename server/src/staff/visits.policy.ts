/** What somebody typed, as part of a sentence. */
export const shownReason = (reason: string) => reason.replace(/\s+/g, ' ').slice(0, 500)

/** By which calls a place or payer is opened. */
export const opening: Readonly<Record<string, 'site' | 'clinic' | 'billing_entity'>> = {
  getSite: 'site',
  getClinic: 'clinic',
  getBillingEntity: 'billing_entity',
}
