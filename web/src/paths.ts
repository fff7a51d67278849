/*
 * Every link of the portal. Screens write `paths.site(id)`, never an address; paths.test.ts prints
 * the whole map.
 */

/** `:siteId` stays as it is, so that routes.tsx reads its patterns from the same map. */
const part = (value: string) => (value.startsWith(':') ? value : encodeURIComponent(value))

export const paths = {
  login: () => '/login',
  register: () => '/register',
  confirm: (email: string) => `/confirm/${part(email)}`,
  reset: () => '/reset',
  confirmReset: () => '/reset/confirm',
  undoEmail: () => '/undo-email',
  invoiceCopies: () => '/invoice-copies',
  launch: () => '/launch',
  help: () => '/help',

  home: () => '/',
  /** A tab of the dashboard: `sites`, `clinics` or `billing`. */
  dashboard: (tab: 'sites' | 'clinics' | 'billing') => `/?tab=${tab}`,
  welcome: (step: 1 | 2 | 3 | ':step') => `/welcome/${step}`,

  /** What somebody works at, without what the dashboard says first. */
  places: () => '/places',
  invites: () => '/invites',

  updateProfile: (userId: string) => `/users/${part(userId)}/profile`,
  security: (userId: string) => `/users/${part(userId)}/profile?tab=security`,
  mail: (userId: string) => `/users/${part(userId)}/profile?tab=mail`,

  newSite: () => '/site/new',
  site: (id: string) => `/site/${part(id)}`,
  editSite: (id: string) => `/site/${part(id)}/edit`,

  newClinic: () => '/clinic/new',
  clinic: (id: string) => `/clinic/${part(id)}`,
  editClinic: (id: string) => `/clinic/${part(id)}/edit`,

  billingEntities: () => '/billing-entities',
  newBillingEntity: () => '/billing-entities/new',
  billingEntity: (id: string) => `/billing-entities/${part(id)}`,
  editBillingEntity: (id: string) => `/billing-entities/${part(id)}/edit`,
  invoices: (billingEntityId: string) => `/billing-entities/${part(billingEntityId)}?tab=invoices`,
  invoice: (billingEntityId: string, invoiceId: string) =>
    `/billing-entities/${part(billingEntityId)}/invoices/${part(invoiceId)}`,
  newCard: (billingEntityId: string) => `/billing-entities/${part(billingEntityId)}/card/new`,
  editCard: (billingEntityId: string) => `/billing-entities/${part(billingEntityId)}/card/edit`,
  cardReturn: (billingEntityId: string) => `/billing-entities/${part(billingEntityId)}/card/return`,

  /** The back office, whose own map is `staff/staff-paths.ts`. */
  staff: (page: string) => `/staff/${page}`,

  logOut: () => '/logout',
  gallery: () => '/gallery',
} as const
