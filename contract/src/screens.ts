/**
 * The addresses of the web client's screens, with `:name` for parameters and `/*` for whatever is below. The server answers them with the page
 * whatever is accepted: an address may have a dot in it (`/confirm/alice@ranch.example`), as a file's name has.
 * `web/src/paths.test.ts` holds them equal to the client's routes.
 */
export const screens = [
  '/',
  '/login',
  '/register',
  '/confirm/:email',
  '/reset',
  '/reset/confirm',
  '/undo-email',
  '/invoice-copies',
  '/welcome/:step',
  '/users/:userId/profile',
  '/places',
  '/invites',
  '/site/new',
  '/site/:siteId',
  '/site/:siteId/edit',
  '/clinic/new',
  '/clinic/:clinicId',
  '/clinic/:clinicId/edit',
  '/billing-entities',
  '/billing-entities/new',
  '/billing-entities/:billingEntityId',
  '/billing-entities/:billingEntityId/edit',
  '/billing-entities/:billingEntityId/invoices/:invoiceId',
  '/billing-entities/:billingEntityId/card/new',
  '/billing-entities/:billingEntityId/card/edit',
  '/billing-entities/:billingEntityId/card/return',
  '/staff/*',
  '/launch',
  '/help',
  '/logout',
] as const
