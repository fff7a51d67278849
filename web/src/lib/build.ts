import type { Service } from '@byre/contract/endpoint'

/** Where each service answers; an empty address is the page's own origin. */
export const serviceUrls: Readonly<Record<Service, string>> =
  typeof __BYRE_URLS__ === 'undefined'
    ? { auth: '', customers: '', payments: '', species: '' }
    : __BYRE_URLS__

/** The products this build manages, in the order of `BYRE_PRODUCTS`. */
export const products =
  typeof __BYRE_PRODUCTS__ === 'undefined' ? (['sites', 'clinics'] as const) : __BYRE_PRODUCTS__
