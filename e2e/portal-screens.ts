import { openInvites } from './people-steps.ts'
import { unfold } from './place-steps.ts'
import type { Screen, State } from './screen.ts'

/* The portal's screens as `npm run screens` shows them. */

const longName = 'The Very Long Name of a Ranch That Nobody Could Shorten However Hard They Tried'

/** An invitation that is not hers. */
const nobodys = '01a00000-0000-7000-8000-000000000000'

const waiting = ['loading', 'error', 'offline'] as const satisfies State[]
const lists = [...waiting, 'empty', 'one', '14', '200'] as const satisfies State[]

const publics: Screen[] = [
  { name: 'login', path: () => '/login' },
  {
    name: 'register-refused',
    path: () => '/register',
    act: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('not an address')
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByLabel('Confirm password').fill('shor')
      await page.getByLabel('Email', { exact: true }).focus()
    },
  },
  { name: 'confirm', path: () => '/confirm/new%40ranch.example' },
  { name: 'reset', path: () => '/reset' },
  {
    name: 'reset-confirm',
    path: () => '/reset',
    act: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('new@ranch.example')
      await page.getByRole('button', { name: 'Send the code' }).click()
      await page.waitForURL('**/reset/confirm')
    },
  },
  { name: 'undo-email', path: () => '/undo-email' },
  { name: 'invoice-copies', path: () => '/invoice-copies' },
  { name: 'not-found', path: () => '/nowhere' },
]

const general: Screen[] = [
  ...([1, 2, 3] as const).map((step): Screen => ({
    name: `welcome-${step}`,
    path: () => `/welcome/${step}`,
    states: ['empty'],
    emptyOf: 'newcomer',
  })),
  { name: 'dashboard', path: () => '/', states: [...lists, 'no right', 'stopped'] },
  { name: 'dashboard-clinics', path: () => '/?tab=clinics', states: ['empty', 'one'] },
  { name: 'dashboard-billing', path: () => '/?tab=billing', states: ['empty', 'one', 'no right', 'stopped'] },
  { name: 'places', path: () => '/places', states: lists },
  {
    name: 'recently-deleted',
    path: () => '/?tab=clinics&deleted=1',
    act: (page) => page.getByText('Nothing here').waitFor(),
  },
  { name: 'invites', path: () => '/invites', states: [...waiting, 'empty', 'one', '14'] },
  {
    name: 'invites-for-another',
    path: () => `/invites?invite=${nobodys}#to=bob%40ranch.example`,
    act: (page) => page.getByRole('button', { name: 'Switch account' }).waitFor(),
  },
  { name: 'help', path: () => '/help' },
]

/** The back office; where it is empty, of somebody of the staff without a second factor. */
const staff: Screen[] = [
  { name: 'staff', path: () => '/staff', states: [...waiting, 'empty', 'one', 'no right'] },
  { name: 'staff-found', path: () => '/staff?q=coal', states: ['one'] },
  { name: 'staff-nothing', path: () => '/staff?q=nothing+of+this+name' },
  { name: 'staff-account', path: ({ userId }) => `/staff/account/${userId}`, states: [...waiting, 'one'] },
  { name: 'staff-site', path: ({ site }) => `/staff/site/${site}`, states: [...waiting, 'one'] },
  { name: 'staff-payer', path: ({ entity }) => `/staff/billing_entity/${entity}`, states: ['one'] },
  { name: 'staff-invoice', path: ({ invoice }) => `/staff/invoice/${invoice}`, states: ['one'] },
  {
    name: 'staff-move',
    path: ({ site }) => `/staff/site/${site}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Move subdomain' }).click()
      await page.getByLabel('Reason').waitFor()
    },
  },
  {
    name: 'staff-credit',
    path: ({ invoice }) => `/staff/invoice/${invoice}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Credit what is left' }).click()
      await page.getByLabel('Reason').waitFor()
    },
  },
]

/** Of one site, one clinic, one payer or one account. */
const things: Screen[] = [
  { name: 'site', path: ({ site }) => `/site/${site}`, states: [...lists, 'no right', 'stopped'] },
  {
    name: 'site-role',
    path: ({ site }) => `/site/${site}`,
    act: (page) => page.getByText('What may I do?').click(),
  },
  { name: 'site-webhooks', path: ({ site }) => `/site/${site}?tab=webhooks` },
  { name: 'site-keys', path: ({ site }) => `/site/${site}?tab=keys` },
  { name: 'site-domain', path: ({ site }) => `/site/${site}?tab=domain` },
  {
    name: 'site-activity',
    path: ({ site }) => `/site/${site}?tab=activity`,
    states: [...waiting, 'empty', 'one', '14', '200'],
  },
  {
    name: 'change-plan',
    path: ({ site }) => `/site/${site}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Change Plan' }).click()
      await page.getByRole('button', { name: 'Continue' }).waitFor()
    },
  },
  { name: 'new-site', path: () => '/site/new', states: [...waiting, 'empty', 'one'] },
  {
    name: 'discard',
    path: () => '/site/new',
    act: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill(longName)
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'edit-site', path: ({ site }) => `/site/${site}/edit`, states: [...waiting, 'one', 'no right'] },

  { name: 'clinic', path: ({ clinic }) => `/clinic/${clinic}`, states: [...waiting, 'one'] },
  { name: 'clinic-domain', path: ({ clinic }) => `/clinic/${clinic}?tab=domain` },
  {
    name: 'new-clinic',
    path: () => '/clinic/new',
    act: async (page) => {
      await unfold(page, 'Custom domain')
      await page.getByLabel('Domain (optional)', { exact: true }).fill('ardleyvets.com')
      await page.getByText('ardleyvets.com can be used').waitFor()
    },
  },
  { name: 'edit-clinic', path: ({ clinic }) => `/clinic/${clinic}/edit` },
  {
    name: 'invite-refused',
    path: ({ clinic }) => `/clinic/${clinic}`,
    act: async (page) => {
      await openInvites(page)
      await page.getByLabel('Email', { exact: true }).fill('bob@ranch.example, carol')
      await page.getByRole('radio', { name: /^Admin/ }).check()
      await page.getByText('Please enter a valid email').waitFor()
    },
  },

  { name: 'payers', path: () => '/billing-entities', states: [...waiting, 'empty', 'one'] },
  {
    name: 'payer',
    path: ({ entity }) => `/billing-entities/${entity}`,
    states: [...lists, 'no right', 'stopped'],
  },
  { name: 'payer-users', path: ({ entity }) => `/billing-entities/${entity}?tab=users` },
  {
    name: 'payer-plans',
    path: ({ entity }) => `/billing-entities/${entity}?tab=plans`,
    states: ['empty', 'one', '14'],
  },
  {
    name: 'payer-invoices',
    path: ({ entity }) => `/billing-entities/${entity}?tab=invoices`,
    states: [...lists, 'stopped'],
  },
  {
    name: 'payer-spending',
    path: ({ entity }) => `/billing-entities/${entity}?tab=spending`,
    states: ['empty', 'one', '14', '200', 'stopped'],
  },
  { name: 'payer-details', path: ({ entity }) => `/billing-entities/${entity}?tab=details` },
  {
    name: 'manage-subscription',
    path: ({ entity }) => `/billing-entities/${entity}`,
    act: (page) =>
      page
        .getByRole('button', { name: /^Manage/ })
        .first()
        .click(),
  },
  {
    name: 'invoice',
    path: ({ entity, invoice }) => `/billing-entities/${entity}/invoices/${invoice}`,
    states: [...waiting, 'one', 'stopped'],
  },
  { name: 'new-payer', path: () => '/billing-entities/new' },
  {
    name: 'edit-payer',
    path: ({ entity }) => `/billing-entities/${entity}/edit`,
    states: ['one', 'no right'],
  },
  { name: 'new-card', path: ({ cardless }) => `/billing-entities/${cardless}/card/new` },
  {
    name: 'edit-card',
    path: ({ entity }) => `/billing-entities/${entity}/card/edit`,
    states: [...waiting, 'one', 'no right', 'stopped'],
  },

  // Of whoever is there, whom every screen asks for first.
  { name: 'profile', path: ({ userId }) => `/users/${userId}/profile`, states: ['loading', 'one'] },
  { name: 'mail', path: ({ userId }) => `/users/${userId}/profile?tab=mail`, states: [...waiting, 'one'] },
  {
    name: 'security',
    path: ({ userId }) => `/users/${userId}/profile?tab=security`,
    states: [...waiting, 'empty', 'one'],
  },
]

export const portalScreens: Screen[] = [
  ...publics,
  ...[...general, ...staff].map((screen) => ({ ...screen, signedIn: true })),
  ...things.map((screen) => ({ ...screen, signedIn: true, emptyOf: 'empty itself' as const })),
]
