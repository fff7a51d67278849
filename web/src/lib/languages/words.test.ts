import { formatMoney, formatPrice } from '@byre/contract/billing/prices'
import { lineInWords } from '@byre/contract/billing/lines'
import { longDate } from '@byre/contract/dates'
import { acceptedLanguages, bestLanguage } from '@byre/contract/languages'
import { plural, wordsIn } from '@byre/contract/words'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogueOf } from './catalogue.ts'

/* A sentence is its English, and in another language what the catalogue makes of it. */

const english = wordsIn('en')
const french = catalogueOf('fr-CA', {
  'Delete {0}?': ['Supprimer ', ['0'], ' ?'],
  '{0} offers it to {1}.': ['C’est à ', ['1'], ' que ', ['0'], ' l’offre.'],
  '{0, plural, =0 {None} one {# invoice} other {# invoices}} of {1}': [
    ['0', 'plural', { 0: ['Aucune'], one: ['#', ' facture'], other: ['#', ' factures'] }],
    ' de ',
    ['1'],
  ],
  'This {0} is stopped.': [
    ['0', 'select', { clinic: ['Cette clinique'], other: ['Ce site'] }],
    ' est fermé.',
  ],
  'Please sign in.': 'Veuillez vous connecter.',
  '{0} per {1}': [['0'], ' par ', ['1']],
  '{0, plural, one {month} other {# months}}': [['0', 'plural', { one: ['mois'], other: ['#', ' mois'] }]],
  '{0}, monthly': [['0'], ', au mois'],
  '{0} is required': ['Champ requis : ', ['0']],
  'First name': 'Prénom',
  '{0} has no A record.': ['Aucun enregistrement A pour ', ['0'], '.'],
  'The TXT record {0} is missing.': ['L’enregistrement TXT ', ['0'], ' est absent.'],
  '{0} {1}': [['1'], ['0']],
  '{0}: {1} of {2} days not used': [['0'], ' : ', ['1'], ' jours sur ', ['2'], ' inutilisés'],
})

const invoices = ({ t }: typeof english, count: number) =>
  t`${plural(count, { zero: 'None', one: '# invoice', other: '# invoices' })} of ${'May'}`

test('English is said as it stands', () => {
  const { t, of } = english
  assert.equal(t`Delete ${'North Pens'}?`, 'Delete North Pens?')
  assert.deepEqual(
    [0, 1, 2].map((count) => invoices(english, count)),
    ['None of May', '1 invoice of May', '2 invoices of May'],
  )
  assert.equal(of('Please sign in.'), 'Please sign in.')
})

test('another language puts values where it wants them, and agrees with numbers by its own rules', () => {
  const { t, of } = french
  assert.equal(t`Delete ${'North Pens'}?`, 'Supprimer North Pens ?')
  assert.equal(t`${'Alice'} offers it to ${'Bob'}.`, 'C’est à Bob que Alice l’offre.')
  assert.deepEqual(
    [0, 1, 2].map((count) => invoices(french, count)),
    ['Aucune de May', '1 facture de May', '2 factures de May'],
  )
  assert.equal(t`This ${'clinic'} is stopped.`, 'Cette clinique est fermé.')
  assert.equal(t`This ${'site'} is stopped.`, 'Ce site est fermé.')
  assert.equal(of('Please sign in.'), 'Veuillez vous connecter.')
  assert.equal(of('Said by nobody before.'), 'Said by nobody before.')
})

test('what the server says in English is known by the words around its values', () => {
  const { of } = french
  assert.equal(of('First name is required'), 'Champ requis : Prénom')
  assert.equal(of('Shoe size is required'), 'Champ requis : Shoe size')
  assert.equal(
    of('north.farm has no A record. The TXT record _byre.north.farm is missing.'),
    'Aucun enregistrement A pour north.farm. L’enregistrement TXT _byre.north.farm est absent.',
  )
  assert.equal(
    of('north.farm has no A record. Ask again.'),
    'Aucun enregistrement A pour north.farm. Ask again.',
  )
  assert.equal(of('Two words'), 'Two words')
})

test('figures and days are written as their readers write them', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ')
  assert.equal(formatMoney(2950, 'cad'), 'C$29.50')
  assert.equal(plain(formatMoney(2950, 'cad', 'fr-CA')), '29,50 $')
  assert.equal(plain(formatMoney(-2900, 'usd', 'fr-CA')), '-29 $ US')
  assert.equal(plain(formatMoney(231250, 'usd', 'es')), '$2,312.50')
  assert.equal(plain(formatMoney(2900, 'cad', 'es')), 'CAD 29')
  const days = ['2026-11-01', '2026-11-20'].map(
    (day) => (language: 'en' | 'fr-CA' | 'es') => longDate(day, 'UTC', language),
  )
  assert.deepEqual(
    days.map((day) => day('en')),
    ['November 1st 2026', 'November 20th 2026'],
  )
  assert.deepEqual(
    days.map((day) => day('fr-CA')),
    ['1er novembre 2026', '20 novembre 2026'],
  )
  assert.deepEqual(
    days.map((day) => day('es')),
    ['1 de noviembre de 2026', '20 de noviembre de 2026'],
  )
  const herd = { amount: 7900, currency: 'cad', interval: 'month', interval_count: 3 } as const
  assert.equal(formatPrice(herd), 'C$79 per 3 months')
  assert.equal(plain(formatPrice(herd, french)), '79 $ par 3 mois')
})

test('a line of an invoice is kept in English, and said in its reader’s language', () => {
  assert.equal(lineInWords('Herd, monthly', french), 'Herd, au mois')
  assert.equal(
    lineInWords('Herd, monthly: 21 of 31 days not used', french),
    'Herd, au mois : 21 jours sur 31 inutilisés',
  )
  for (const line of ['Herd, every 3 months', 'Ranch, yearly not used', 'Ranch, monthly: 2 of 30 days'])
    assert.equal(lineInWords(line, english), line)
  assert.equal(lineInWords('What is left of BYR-1', french), 'What is left of BYR-1')
})

test('a language is found by what is asked for, best first, and English is for everybody else', () => {
  assert.equal(bestLanguage(['fr-FR', 'en']), 'fr-CA')
  assert.equal(bestLanguage(['de', 'es-MX']), 'es')
  assert.equal(bestLanguage(['de', 'ja']), 'en')
  assert.equal(bestLanguage(['en-GB', 'fr']), 'en')
  assert.deepEqual(acceptedLanguages('en;q=0.5, fr-CA, es;q=0.9, *;q=0'), ['fr-CA', 'es', 'en'])
  assert.equal(bestLanguage(acceptedLanguages('')), 'en')
})
