import { listSiteActivity } from '@byre/contract/activity'
import { updateUser } from '@byre/contract/people/users'
import { updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { join, newClinic, newSite } from '../server/src/testing/places.ts'
import { password, type Person } from '../server/src/testing/test-app.ts'
import { assertAccessible } from './browser.ts'
import { keepsFocus, moreAbout, rowOf, someone, toast, users } from './people-steps.ts'
import { button, field } from './place-steps.ts'
import { Portal } from './portal.ts'

/* The people of a place: handed over, listed by name, seen at work. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})

after(async () => {
  await portal?.close()
})

test('a place is handed over: offered, proven who one is, accepted', async () => {
  const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
  const clinic = await newClinic(portal.testApp, alice, { name: 'Creek Clinic' })
  await join(portal.testApp, bob, { kind: 'clinic', id: clinic.id }, 'Admin')
  const address = `${portal.url}/clinic/${clinic.id}`
  await portal.withPage(alice, {}, async ({ page: atAlices }) => {
    await atAlices.goto(address)
    await rowOf(atAlices, 'Alice Ardley').getByText('(you)').waitFor()
    await atAlices.getByText('Why can I not leave?').click()
    await atAlices.getByText(/^You are the only Owner, and a clinic needs at least one owner\./).waitFor()
    await atAlices.getByText(/‘Change the role’ in the menu at the end of their row/).waitFor()
    await moreAbout(atAlices, 'Alice Ardley')
    assert.ok(await rowOf(atAlices, 'Alice Ardley').getByRole('button', { name: 'Leave' }).isDisabled())
    await assertAccessible(atAlices, 'a clinic whose only Owner one is')

    await moreAbout(atAlices, 'Bob Ardley')
    await rowOf(atAlices, 'Bob Ardley')
      .getByRole('button', { name: /^Change the role/ })
      .click()
    await atAlices.getByRole('radio', { name: /^Hand over to them/ }).check()
    await button(atAlices, 'Save').click()
    await toast(atAlices, 'Bob Ardley was asked to become the Owner.')
    await atAlices.getByText(/^Offered to Bob Ardley, until /).waitFor()
    await assertAccessible(atAlices, 'a clinic that is offered')

    await portal.withPage(bob, { width: 360 }, async ({ page: atBobs, watch }) => {
      await letTimePass(bob)
      watch.expect(/^403 POST .*\/hand-over\/accept$/)
      await atBobs.goto(address)
      await atBobs.getByText(/^Alice Ardley offers you this clinic, until /).waitFor()
      await assertAccessible(atBobs, 'a clinic that one is offered')
      await button(atBobs, 'Become the Owner').click()
      const yes = atBobs.getByRole('alertdialog').getByRole('button', { name: 'Become the Owner' })
      await yes.waitFor()
      await assertAccessible(atBobs, 'becoming the Owner')
      await yes.click()
      const proof = atBobs.getByRole('dialog', { name: 'Is it you?' })
      await proof.getByLabel('Your password', { exact: true }).fill(password)
      await proof.getByRole('button', { name: 'Continue' }).click()
      await toast(atBobs, 'You are now the Owner of Creek Clinic.')
      await keepsFocus(atBobs, 'Users')
      await rowOf(atBobs, 'Bob Ardley').filter({ hasText: 'Owner' }).waitFor()
      await moreAbout(atBobs, 'Alice Ardley')
      await rowOf(atBobs, 'Alice Ardley')
        .getByRole('button', { name: /^Change the role/ })
        .waitFor()
    })
    await atAlices.reload()
    await rowOf(atAlices, 'Alice Ardley').filter({ hasText: 'Admin' }).waitFor()
    await atAlices.getByText('What can I not do here?').click()
    await atAlices.getByText('You are its Admin.').waitFor()
    await moreAbout(atAlices, 'Alice Ardley')
    assert.ok(await rowOf(atAlices, 'Alice Ardley').getByRole('button', { name: 'Leave' }).isEnabled())
  })
})

/** So much that whoever is signed in must show again who they are. */
const letTimePass = ({ id }: Person) =>
  portal.testApp.database.pool.query(
    `update platform.sessions set fresh_at = now() - interval '1 hour' where user_id = $1`,
    [id],
  )

test('people without an address are listed by name, found among many, and invited to join', async () => {
  const alice = await someone(portal, 'Alice')
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  await portal.testApp.database.pool.query(
    `insert into customers.hands (id, place_id, kind, name)
     select gen_random_uuid(), $1, 'site', 'Hand ' || lpad(n::text, 3, '0') from generate_series(1, 40) n`,
    [site.id],
  )
  await portal.withPage(alice, { width: 768 }, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    await page.getByText('Page 1 of 9').waitFor()
    assert.equal(await users(page).getByRole('row').count(), 6, 'a header and five people')
    await button(page, 'Add someone by name').click()
    await field(page, 'Name').fill('Walt')
    await button(page, 'Add').click()
    await toast(page, 'Walt is on the list.')
    await page.getByRole('searchbox', { name: 'Find in users' }).fill('wal')
    await moreAbout(page, 'Walt')
    await rowOf(page, 'Walt').getByRole('button', { name: 'Rename Walt' }).click()
    await field(page, 'Name').fill('Walter')
    await assertAccessible(page, 'renaming a hand')
    await button(page, 'Rename').click()
    await moreAbout(page, 'Walter')
    await rowOf(page, 'Walter').getByRole('button', { name: 'Invite to join: Walter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Walter to join' })
    await dialog.getByLabel('Email', { exact: true }).fill('walter@ranch.example')
    await dialog.getByRole('radio', { name: /^User/ }).check()
    await assertAccessible(page, 'invite a hand to join')
    await dialog.getByRole('button', { name: 'Send Invite' }).click()
    await toast(page, 'Invite sent.')
    await page.getByRole('searchbox', { name: 'Find in users' }).fill('nobody')
    await page.getByText('Nobody found. Try fewer letters.').waitFor()
    await page.getByRole('searchbox', { name: 'Find in users' }).fill('')
    await page.getByLabel('Sort by').selectOption('Newest first')
    await page.waitForURL('**/site/*?sort=-created_at')
    const walter = rowOf(page, 'Walter').filter({ hasText: 'No account' })
    await walter.getByLabel('More about Walter').click()
    await walter.getByRole('button', { name: 'Remove Walter' }).click()
    const focused = (name: string) =>
      page.getByRole('alertdialog').getByRole('button', { name }).and(page.locator(':focus'))
    await focused('Cancel').press('Tab')
    await focused('Remove').press('Enter')
    await toast(page, 'Walter was removed.')
    // The button that had the focus is gone: who works by keyboard goes on from the list.
    await users(page).and(page.locator(':focus')).waitFor()
    await assertAccessible(page, 'a site with many people')

    await page.getByRole('tab', { name: 'Activity' }).click()
    const activityTable = page.getByRole('table', { name: 'Activity of North Pasture' })
    await activityTable.getByText('Took someone off the list').waitFor()
    await activityTable.getByText('Name: Walt → Walter').waitFor()
    await assertAccessible(page, 'activity')
    await page.getByLabel('What').selectOption('Set up the site')
    await activityTable.getByText('Took someone off the list').waitFor({ state: 'detached' })
    assert.equal(await activityTable.getByRole('row').count(), 2)
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download as CSV').click(),
    ])
    assert.equal(table.suggestedFilename(), 'North Pasture activity.csv')
    const lines = (await readFile(await table.path(), 'utf8')).trimEnd().split('\r\n')
    assert.match(lines[0]!, /^\ufeffWhen \(UTC\),Who,What/)
    assert.match(lines[1]!, /,Alice Ardley,Set up the site,/)
    assert.equal(lines.length, 2, 'as it was filtered')
  })
})

test('of more people than a list offers, whoever did something is sought by name', async () => {
  const [alice, zoe] = [await someone(portal, 'Alice'), await someone(portal, 'Zoe')]
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  await join(portal.testApp, zoe, { kind: 'site', id: site.id }, 'Admin')
  await portal.testApp.database.pool.query(
    `with crowd as (
       insert into customers.users (id, email, first_name)
       select gen_random_uuid(), 'hhhhhhhhhhhhhhhhh' || n || '@ranch.example', 'Hand ' || lpad(n::text, 3, '0')
       from generate_series(1, 60) n returning id)
     insert into customers.members (place_id, user_id, kind, role) select $1, id, 'site', 'User' from crowd`,
    [site.id],
  )
  for (const [as, name] of [
    [zoe, 'East Pasture'],
    ...Array.from({ length: 10 }, (_, n) => [alice, `Pasture ${n}`] as const),
  ] as const)
    await portal.testApp.call(updateSite, { as, params: { id: site.id }, body: { name } })
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    await rowOf(page, 'Hand 001').waitFor()
    const tooWide = await users(page)
      .getByRole('cell')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
    assert.equal(tooWide, 0, 'no address reaches past its card')
    await page.getByRole('tab', { name: 'Activity' }).click()
    const activityTable = page.getByRole('table', { name: /^Activity of/ })
    const changesOf = (row: number) => activityTable.getByRole('button', { name: '1 change' }).nth(row)
    await changesOf(0).click()
    await activityTable.getByText('Name: Pasture 8 → Pasture 9').waitFor()
    const who = page.getByLabel('Who', { exact: true })
    assert.equal(await who.getByRole('option', { name: /^Zoe/ }).count(), 0, 'not among the first')
    const find = page.getByRole('searchbox', { name: 'Find who' })
    await find.fill('nobody at all')
    await page.getByText('Nobody found. Try fewer letters.').waitFor()
    await find.fill('zoe')
    await who.getByRole('option', { name: /^Zoe/ }).waitFor({ state: 'attached' })
    await assertAccessible(page, 'activity among many')
    await who.selectOption('Zoe Ardley')
    await changesOf(1).waitFor({ state: 'detached' })
    await changesOf(0).click()
    await activityTable.getByText('Name: North Pasture → East Pasture').waitFor()
    await find.fill('')
    await who.getByRole('option', { name: 'Hand 001' }).waitFor({ state: 'attached' })
    assert.equal(await who.inputValue(), zoe.id, 'whoever was chosen stays so')
    assert.equal(await activityTable.getByRole('row').count(), 2)
  })
})

test('activity is cut into days where its lines are told, whatever the zone of the device', async () => {
  const alice = await someone(portal, 'Alice')
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  const timeZone = 'Pacific/Pago_Pago'
  await portal.testApp.call(updateUser, {
    as: alice,
    params: { id: alice.id },
    body: { time_zone: timeZone },
  })
  const { reply } = await portal.testApp.call(listSiteActivity, { as: alice, params: { id: site.id } })
  const { at } = reply.activity.find(({ deed }) => deed === 'createSite')!
  const dayOf = (time: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(time)
  const [today, tomorrow] = [dayOf(Date.parse(at)), dayOf(Date.parse(at) + 86_400_000)]
  await portal.withPage(alice, { timeZone: 'Pacific/Kiritimati' }, async ({ page }) => {
    await page.goto(portal.url)
    await page.waitForFunction((zone) => localStorage.getItem('byre.timeZone') === zone, timeZone)
    await page.goto(`${portal.url}/site/${site.id}?tab=activity`)
    const line = page.getByRole('table', { name: /^Activity of/ }).getByText('Set up the site')
    await line.waitFor()
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
    const [year, month, day] = today.split('-')
    await from.focus()
    await page.keyboard.type(`${month}${day}${year}`)
    await page.waitForURL(`**&from=${today}`)
    await to.fill(today)
    await page.waitForURL(`**&from=${today}&to=${today}`)
    await line.waitFor()
    await to.fill(tomorrow)
    await from.fill(tomorrow)
    await page.getByText('Nothing like that in the last 400 days.').waitFor()
  })
})
