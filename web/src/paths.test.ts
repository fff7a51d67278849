import { screens } from '@byre/contract/screens'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { paths } from './paths.ts'

const id = '01935b6e-7a10-7c3f-8d52-6b1f0e9a4c21'

test('the whole map of the portal', (t) => {
  const map = {
    login: paths.login(),
    register: paths.register(),
    confirm: paths.confirm('alice+cows@example.com'),
    reset: paths.reset(),
    confirmReset: paths.confirmReset(),
    undoEmail: paths.undoEmail(),
    invoiceCopies: paths.invoiceCopies(),
    launch: paths.launch(),
    help: paths.help(),
    home: paths.home(),
    dashboard: paths.dashboard('billing'),
    welcome: paths.welcome(2),
    places: paths.places(),
    invites: paths.invites(),
    updateProfile: paths.updateProfile(id),
    security: paths.security(id),
    mail: paths.mail(id),
    newSite: paths.newSite(),
    site: paths.site(id),
    editSite: paths.editSite(id),
    newClinic: paths.newClinic(),
    clinic: paths.clinic(id),
    editClinic: paths.editClinic(id),
    billingEntities: paths.billingEntities(),
    newBillingEntity: paths.newBillingEntity(),
    billingEntity: paths.billingEntity(id),
    editBillingEntity: paths.editBillingEntity(id),
    invoices: paths.invoices(id),
    invoice: paths.invoice(id, id),
    newCard: paths.newCard(id),
    editCard: paths.editCard(id),
    cardReturn: paths.cardReturn(id),
    staff: paths.staff(''),
    logOut: paths.logOut(),
    gallery: paths.gallery(),
  }
  for (const [name, path] of Object.entries(map)) t.diagnostic(`${name.padEnd(16)} ${path}`)
  assert.deepEqual(map, {
    login: '/login',
    register: '/register',
    confirm: '/confirm/alice%2Bcows%40example.com',
    reset: '/reset',
    confirmReset: '/reset/confirm',
    undoEmail: '/undo-email',
    invoiceCopies: '/invoice-copies',
    launch: '/launch',
    help: '/help',
    home: '/',
    dashboard: '/?tab=billing',
    welcome: '/welcome/2',
    places: '/places',
    invites: '/invites',
    updateProfile: `/users/${id}/profile`,
    security: `/users/${id}/profile?tab=security`,
    mail: `/users/${id}/profile?tab=mail`,
    newSite: '/site/new',
    site: `/site/${id}`,
    editSite: `/site/${id}/edit`,
    newClinic: '/clinic/new',
    clinic: `/clinic/${id}`,
    editClinic: `/clinic/${id}/edit`,
    billingEntities: '/billing-entities',
    newBillingEntity: '/billing-entities/new',
    billingEntity: `/billing-entities/${id}`,
    editBillingEntity: `/billing-entities/${id}/edit`,
    invoices: `/billing-entities/${id}?tab=invoices`,
    invoice: `/billing-entities/${id}/invoices/${id}`,
    newCard: `/billing-entities/${id}/card/new`,
    editCard: `/billing-entities/${id}/card/edit`,
    cardReturn: `/billing-entities/${id}/card/return`,
    staff: '/staff/',
    logOut: '/logout',
    gallery: '/gallery',
  })
  assert.deepEqual(Object.keys(map), Object.keys(paths), 'a path is missing from this map')
})

test('what a person typed cannot become another path', () => {
  assert.equal(paths.confirm('a/../../login'), '/confirm/a%2F..%2F..%2Flogin')
  assert.equal(paths.site('x?tab=1#top'), '/site/x%3Ftab%3D1%23top')
})

test('the router reads its patterns from the same map', () => {
  assert.equal(paths.editSite(':siteId'), '/site/:siteId/edit')
  assert.equal(paths.newCard(':billingEntityId'), '/billing-entities/:billingEntityId/card/new')
})

test('the server knows every screen that has a route, and no other', async () => {
  const routes = await readFile(new URL('routes.tsx', import.meta.url), 'utf8')
  const used = [...routes.matchAll(/path: paths\.(\w+)\(([^)]*)\)/g)].map(([, name = '', given = '']) =>
    (paths as Record<string, (...parts: string[]) => string>)[name]!(
      ...given.replaceAll("'", '').split(', '),
    ),
  )
  const shown = used.filter((path) => path !== paths.gallery())
  assert.equal(
    [...routes.matchAll(/\bpath:/g)].length,
    used.length + 1,
    'a path of routes.tsx but `*` is not of paths.ts',
  )
  assert.deepEqual(shown.toSorted(), screens.toSorted())
})
