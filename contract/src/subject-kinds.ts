/** Everything that people belong to. */
export const subjectKinds = ['site', 'clinic', 'billing_entity'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** How each kind is named: `path` in addresses, `noun` in names of calls, `words` in sentences. */
export const kindNames = {
  site: { path: 'sites', noun: 'Site', words: 'site' },
  clinic: { path: 'clinics', noun: 'Clinic', words: 'clinic' },
  billing_entity: { path: 'billing-entities', noun: 'BillingEntity', words: 'billing entity' },
} as const satisfies Record<SubjectKind, { path: string; noun: string; words: string }>

declare const kindOfId: unique symbol
export type IdOf<K extends SubjectKind> = string & { readonly [kindOfId]: K }

/* Ids that say what they name, so that a clinic's is no site's: schemas and rows give them, nothing else does. */
export type SiteId = IdOf<'site'>
export type ClinicId = IdOf<'clinic'>
export type BillingEntityId = IdOf<'billing_entity'>
