import { deleteClinic, listClinics } from '@byre/contract/places/clinics'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newClinic } from '../server/src/testing/places.ts'
import { assertAccessible } from './browser.ts'
import { button, calgary, field, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Sites and clinics that go while somebody looks at them, or whose going nobody could say. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

test('whoever edits a clinic that is deleted meanwhile is told so, and goes on to another', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const gone = await newClinic(testApp, alice, { name: 'Creek Clinic' })
  await newClinic(testApp, alice, { name: 'Hill Clinic', billing_entity_id: gone.billing_entity_id })
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    await page.goto(`${url}/clinic/${gone.id}/edit`)
    await field(page, 'Name').fill('Creek Veterinary Clinic')
    // Its own page is told 404, which it turns into words.
    watch.expect(/^404 GET \/api\/v1\//)
    await testApp.call(deleteClinic, { as: alice, params: { id: gone.id } })
    await page.getByText('You no longer have access to this').waitFor()
    await page.getByText('You were removed from Creek Clinic, or it was deleted.').waitFor()
    assert.equal(await page.getByText('Back to Clinic').count(), 0)
    await assertAccessible(page, 'a form whose clinic was deleted')

    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Hill Clinic' }).click()
    await titled(page, 'Hill Clinic')
    await page.goto(`${url}/clinic/${gone.id}`)
    await titled(page, 'That page cannot be found')
  })
})

test('a page whose clinic was deleted makes room for the next one', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const gone = await newClinic(testApp, alice, { name: 'Creek Clinic' })
  await newClinic(testApp, alice, { name: 'Hill Clinic', billing_entity_id: gone.billing_entity_id })
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    await page.goto(`${url}/clinic/${gone.id}`)
    await titled(page, 'Creek Clinic')
    watch.expect(/^404 GET \/api\/v1\//)
    // Its own host answers nobody any more.
    watch.expect(/^421 GET |blocked by CORS policy/)
    await testApp.call(deleteClinic, { as: alice, params: { id: gone.id } })
    await page.getByText('You no longer have access to this').waitFor()
    for (const words of ['Launch', 'Edit', 'Delete', 'In trial', 'Running', 'Copy'])
      assert.equal(await page.getByRole('main').getByText(words, { exact: true }).count(), 0, words)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Hill Clinic' }).click()
    await titled(page, 'Hill Clinic')
    await button(page, 'Delete').waitFor()
  })
})

test('a clinic whose deletion was answered into the void is deleted all the same, and said to be', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const clinic = await newClinic(testApp, alice, { name: 'Creek Clinic' })
  await portal.withPage(alice, { width: 360 }, async ({ page, watch }) => {
    // What a slow page was still asking when the first try got through.
    watch.expect(/^(404|421) GET \/api\/v1\/clinic/)
    let tries = 0
    await page.route(`**/api/v1/clinics/${clinic.id}`, async (route) => {
      const isLost = route.request().method() === 'DELETE' && (tries += 1) === 1
      if (!isLost) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await page.goto(`${url}/clinic/${clinic.id}`)
    await button(page, 'Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Creek Clinic was deleted.').waitFor()
    await titled(page, 'Dashboard')
    assert.equal(tries, 2, 'the client tried once more by itself')
    const { reply } = await testApp.call(listClinics, { as: alice, query: { deleted: '1' } })
    assert.deepEqual([reply.total, reply.clinics[0]?.name], [1, 'Creek Clinic'])
  })
})

test('what a page fetches late asks nothing of a clinic that is being deleted there, and asks on when it stays', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const clinic = await newClinic(testApp, alice, { name: 'Creek Clinic' })
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    let arrive = () => {}
    const isLate = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/people-*.js', async (route) => {
      await isLate
      return route.continue()
    })
    let requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    let duringDeletion: string[] | null = null
    watch.expect(/^403 DELETE /)
    await page.route(`**/api/v1/clinics/${clinic.id}`, async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      requested = []
      arrive()
      await page.getByText('Invites sent').waitFor({ state: 'attached' })
      await page.evaluate(() => new Promise(requestAnimationFrame))
      duringDeletion = requested.filter((address) => address.includes(clinic.id))
      const refusal = { success: false, code: 'role.insufficient', message: 'Your role does not allow this.' }
      return route.fulfill({ status: 403, json: refusal })
    })
    await page.goto(`${url}/clinic/${clinic.id}`)
    await button(page, 'Delete').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('Your role does not allow this.').waitFor()
    assert.deepEqual(duringDeletion, [])
    await page.getByText('It looks like there are no users for this clinic yet.').waitFor()
  })
})
