import type { Service } from '@byre/contract/endpoint'
import type { PublicLink } from '@byre/contract/public-links'

/** Where each service answers; an empty address is the page's own origin. */
export const serviceUrls: Readonly<Record<Service, string>> =
  typeof __BYRE_URLS__ === 'undefined'
    ? { auth: '', customers: '', payments: '', species: '' }
    : __BYRE_URLS__

/** The products this build manages, in the order of `BYRE_PRODUCTS`. */
export const products =
  typeof __BYRE_PRODUCTS__ === 'undefined' ? (['sites', 'clinics'] as const) : __BYRE_PRODUCTS__

/** Pages of whoever runs this installation; null where no setting names one. */
export const links: readonly PublicLink[] | null =
  typeof __BYRE_LINKS__ === 'undefined' ? null : __BYRE_LINKS__
