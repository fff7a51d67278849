import { deleteMe } from '@byre/contract/people/leaving'
import { acceptSiteInvite, listReceivedSiteInvites } from '@byre/contract/people/received-invites'
import { signUp } from '@byre/contract/accounts/auth'
import type { Language } from '@byre/contract/languages'
import { changeSiteUserRole } from '@byre/contract/people/members'
import { updateUser } from '@byre/contract/people/users'
import { askVisit } from '@byre/contract/staff/visits'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newSiteInvite } from './testing/invites.ts'
import { invoiced, invoiceOf } from './testing/invoices.ts'
import { join, newBillingEntity, newSite, newUnprovenBillingEntity } from './testing/places.ts'
import { staffMember } from './testing/second-factors.ts'
import { password, TestApp, type Person } from './testing/test-app.ts'
import { Visitor } from './testing/visitor.ts'
import { inFont, loadFonts } from './platform/documents/document-fonts.ts'
import { wordsOf } from './platform/languages/languages.ts'
import { documentOf } from './payments/invoices/invoice-documents.policy.ts'

/* Alice reads French, Bob Spanish, Carol never chose. Each has a site of their own. */

let testApp: TestApp
let alice: Person
let bob: Person
let carol: Person

before(async () => {
  testApp = await TestApp.start({
    BYRE_APPS: 'clinic',
    TERMS_URL: 'https://byre.example/terms',
    TAX_NUMBERS: 'GST=123456789 RT0001,QST=1234567890 TQ0001',
  })
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  carol = await testApp.person('carol')
  await choose(alice, 'fr-CA')
  await choose(bob, 'es')
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const choose = async (person: Person, language: Language) => {
  const answer = await testApp.call(updateUser, { as: person, params: { id: person.id }, body: { language } })
  assert.equal(answer.status, 200)
}
const lastTo = async (email: string) => (await testApp.mailsTo(email)).at(-1)!
const langOf = (html: string) => /<html lang="([^"]*)">/.exec(html)?.[1]

test('a mail about an account is in the language of the form that made it, or in English', async () => {
  for (const [language, subject] of [
    ['fr-CA', 'Confirmez votre adresse courriel'],
    ['es', 'Confirme su correo electrónico'],
    [undefined, 'Confirm your e-mail address'],
  ] as const) {
    const email = `new-${language?.slice(0, 2) ?? 'none'}@ranch.example`
    const body = { email, password, ...(language && { language }) }
    assert.equal((await testApp.call(signUp, { body })).status, 201)
    const mail = await lastTo(email)
    assert.equal(mail.subject, subject)
    assert.equal(langOf(mail.html), language ?? 'en')
    assert.match(mail.text, /^ {4}\d{6}$/m)
  }
})

test('somebody who has deleted their account is told so in the language they had', async () => {
  const dora = await testApp.person('dora')
  await choose(dora, 'fr-CA')
  const answer = await testApp.call(deleteMe, { as: dora, body: { email: dora.email } })
  assert.ok(answer.status < 300, answer.text)
  assert.equal((await lastTo(dora.email)).subject, 'Votre compte a été supprimé')
})

test('mails of a place are in its readers’ languages, with its days and names as they are written there', async () => {
  await newSite(testApp, alice, { name: 'Ferme du Nord' })
  const french = await lastTo(alice.email)
  assert.equal(french.subject, 'Ferme du Nord est en place')
  assert.match(
    french.text,
    /^L’adresse de votre site est [a-z-]+\d* \. localhost|^L’adresse de votre site est /m,
  )
  assert.match(french.text, /L’essai gratuit de 14 jours se termine le \d+(?:er)? \p{L}+ \d{4}\./u)

  await newSite(testApp, bob, { name: 'Rancho Norte' })
  const spanish = await lastTo(bob.email)
  assert.equal(spanish.subject, 'Rancho Norte está listo')
  assert.match(spanish.text, /Su prueba gratuita de 14 días termina el \d+ de \p{L}+ de \d{4}\./u)

  await newSite(testApp, carol, { name: 'North Ranch' })
  assert.match((await lastTo(carol.email)).text, /free trial of 14 days ends on \p{L}+ \d+\w\w \d{4}\./u)
})

test('an invitation is in the language of whoever has the account, and a stranger’s in that of whoever invites', async () => {
  const site = await newSite(testApp, alice, { name: 'Ferme de l’Est' })
  await newSiteInvite(testApp, alice, site, { email: 'stranger@ranch.example', role: 'Admin' })
  const toStranger = await lastTo('stranger@ranch.example')
  assert.match(toStranger.subject, /vous invite à rejoindre Ferme de l’Est$/)
  assert.match(
    toStranger.text,
    /le site «\u00a0Ferme de l’Est\u00a0»\. Vous y aurez le rôle d’administrateur\./,
  )

  await newSiteInvite(testApp, alice, site, { email: bob.email, role: 'User' })
  assert.match(
    (await lastTo(bob.email)).text,
    /le invita al sitio “Ferme de l’Est”\. Su rol allí será usuario\./,
  )
  await newSiteInvite(testApp, alice, site, { email: carol.email, role: 'User' })
  assert.match(
    (await lastTo(carol.email)).text,
    /invites you to the site “Ferme de l’Est”\. Your role there will be User\./,
  )

  const { reply } = await testApp.call(listReceivedSiteInvites, { as: bob })
  await testApp.call(acceptSiteInvite, { as: bob, params: { id: reply.invites[0]!.id } })
  assert.equal((await lastTo(alice.email)).subject, 'Votre invitation à Ferme de l’Est a été acceptée')
})

test('what may be left says so in the reader’s language, and its page in that of whoever opens it', async () => {
  const site = await newSite(testApp, alice)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  const params = { id: site.id, userId: bob.id }
  await testApp.call(changeSiteUserRole, { as: alice, params, body: { role: 'Admin' } })
  const mail = await lastTo(bob.email)
  assert.match(mail.text, /Para no recibir más correos sobre sus roles, abra:\nhttp/)
  assert.match(mail.html, /<a [^>]*>Darse de baja<\/a> de los correos sobre sus roles/)

  const url = new URL(mail.leaveUrl!).pathname
  for (const [accepted, lang, heading] of [
    ['fr,en;q=0.5', 'fr-CA', 'Ne plus recevoir de courriels sur vos rôles?'],
    ['de, es-MX;q=0.8', 'es', '¿No recibir más correos sobre sus roles?'],
    ['de', 'en', 'No more mails about your roles?'],
  ] as const) {
    const page = await testApp.send('GET', url, { headers: { 'accept-language': accepted } })
    assert.equal(langOf(page.text), lang)
    assert.ok(page.text.includes(`<h1>${heading}</h1>`), page.text)
  }
})

test('an invoice is in the language of the mail that carries it, and of whoever asks for it', async () => {
  const { email, invoice, billingEntity } = await invoiced(testApp, alice)
  const mail = await lastTo(email)
  assert.match(
    mail.subject,
    /^Reçu pour .*\u00a0: 33,34\u00a0\$$/,
    'an address without an account reads as the Owner does',
  )
  assert.deepEqual(
    mail.attachments?.map(({ content }) => langIn(Buffer.from(content, 'base64').toString('latin1'))),
    ['fr-CA', 'fr-CA'],
  )
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'Admin')
  await join(testApp, carol, { kind: 'billing_entity', id: billingEntity.id }, 'Admin')
  for (const [person, lang] of [
    [alice, 'fr-CA'],
    [bob, 'es'],
    [carol, 'en'],
  ] as const) {
    const { status, text } = await testApp.send('GET', `/api/v1/invoices/${invoice.id}/pdf`, { as: person })
    assert.equal(status, 200)
    assert.equal(langIn(text), lang)
  }
  const whole = await invoiceOf(testApp, alice, invoice.id)
  const fonts = await loadFonts()
  for (const [language, said] of [
    [
      'fr-CA',
      [
        'Facturé à',
        'TPS\u00a0: n° 123456789 RT0001',
        'TVQ 9,975\u00a0% sur 29,00\u00a0$',
        '33,34\u00a0$ payés le ',
      ],
    ],
    ['es', ['Facturado a', 'QST 9.975', ' pagados el ', 'Todos los importes están en dólares canadienses.']],
  ] as const) {
    const parts = documentOf(wordsOf(language), whole, 'invoice')
    const words = JSON.stringify(parts)
    for (const part of said) assert.ok(words.includes(part), `${part} in ${words}`)
    assert.deepEqual(inFont(parts, fonts), parts, 'every letter of it is drawn')
  }
})

const langIn = (pdf: string) => /\/Lang \(([^)]*)\)/.exec(pdf)?.[1]

test('a payer’s address that has not said yes is asked in the language of whoever gave it, and its Owners read their own', async () => {
  await newUnprovenBillingEntity(testApp, bob, { name: 'Rancho', email: 'oficina@norte.example' })
  assert.equal((await lastTo('oficina@norte.example')).subject, '¿Quiere recibir las facturas de Rancho?')

  const billingEntity = await newBillingEntity(testApp, carol, { email: alice.email })
  await newSite(testApp, carol, { name: 'North Pens', billing_entity_id: billingEntity.id })
  testApp.clock.pass(14)
  await testApp.app.runBilling(testApp.clock.now())
  assert.equal(
    (await lastTo(alice.email)).subject,
    'North Pens est maintenant en lecture seule',
    'it has an account',
  )
})

test('staff who ask to look ask in the language of whoever is asked', async () => {
  const frank = await staffMember(testApp, 'frank')
  const body = { minutes: '15', reason: 'You asked us.' }
  await testApp.call(askVisit, { as: frank, params: { id: bob.id }, body })
  const mail = await lastTo(bob.email)
  assert.match(mail.subject, /, de nuestro equipo de soporte, pide ver Byre como usted$/)
  assert.match(mail.text, /durante 15 minutos/)
})

test('a place’s own host speaks the language that a browser asks for', async () => {
  const site = await newSite(testApp, carol, { name: 'West Ranch' })
  const browser = new Visitor(testApp, `${site.subdomain}.localhost:4000`)
  await browser.launch(carol)
  for (const [accepted, lang, title] of [
    ['fr-FR', 'fr-CA', 'Qui travaille ici'],
    ['es', 'es', 'Quién trabaja aquí'],
    ['', 'en', 'Who works here'],
  ] as const) {
    const page = await browser.send('GET', '/', undefined, { headers: { 'accept-language': accepted } })
    assert.equal(langOf(page.text), lang)
    assert.ok(page.text.includes(`<h2>${title}</h2>`), page.text)
  }
  const headers = { accept: 'text/html', 'accept-language': 'fr' }
  const nobody = await testApp.send('GET', '/', { host: 'nobody.localhost:4000', headers })
  assert.equal(nobody.status, 421)
  assert.equal(langOf(nobody.text), 'fr-CA')
  assert.match(nobody.text, /<p>Vérifiez l’adresse\.<\/p>/)
})
