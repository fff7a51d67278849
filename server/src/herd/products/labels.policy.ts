import type { LabelUse } from '@byre/contract/herd/products'

/*
 * Products whose American labels we have read in the Code of Federal Regulations, title 21. Labels change: the cabinet shows
 * where each figure stands and asks to check the label in one's hand. Of classes only those are named that the section
 * does not exclude.
 */

interface LabelProduct {
  name: string
  uses: LabelUse[]
}

/** When the sections were read. */
const readOn = '2026-11-23'
const beef = ['beef']

type Named = Pick<LabelUse, 'route' | 'dose' | 'figures' | 'classes' | 'banned_otherwise'>

const product = (name: string, section: string, named: Named): LabelProduct => ({
  name,
  uses: [
    {
      country: 'US',
      species: 'cattle',
      ...named,
      source: `21 CFR ${section}; check the label in your hand`,
      read_on: readOn,
    },
  ],
})

const meat = (days: number): LabelUse['figures'][number] => ({ kind: 'days', commodity: 'meat', days })
const milk = (hours: number): LabelUse['figures'][number] => ({ kind: 'hours', commodity: 'milk', hours })
const byStrength = (least: string, most: string, strength: string): LabelUse['dose'] => ({
  kind: 'by strength',
  least,
  most,
  strength,
})
const byVolume = (volume: string, per: string): LabelUse['dose'] => ({
  kind: 'by volume',
  volume,
  per,
  unit: 'lb',
})

export const labelProducts: readonly LabelProduct[] = [
  product('Tulathromycin 100 mg/mL', '522.2630', {
    classes: beef,
    route: 'SC',
    dose: byStrength('2.5', '2.5', '100'),
    figures: [meat(18)],
  }),
  product('Florfenicol 300 mg/mL', '522.955', {
    classes: beef,
    route: 'SC',
    dose: byStrength('40', '40', '300'),
    figures: [meat(44)],
  }),
  product('Florfenicol and flunixin', '522.956', {
    classes: beef,
    route: 'SC',
    dose: byVolume('6', '100'),
    figures: [meat(38)],
  }),
  product('Tilmicosin 300 mg/mL (dangerous to people)', '522.2471', {
    classes: beef,
    route: 'SC',
    dose: byStrength('10', '20', '300'),
    figures: [meat(42)],
  }),
  // Sections that give no strength here name no dose by volume either: what is given departs from nothing but route and class.
  product('Tildipirosin', '522.2460', { classes: beef, route: 'SC', figures: [meat(21)] }),
  product('Enrofloxacin 100 mg/mL', '522.812', {
    classes: beef,
    route: 'SC',
    dose: byStrength('7.5', '12.5', '100'),
    banned_otherwise: 'yes',
    figures: [meat(28)],
  }),
  product('Danofloxacin', '522.522', {
    classes: beef,
    route: 'SC',
    banned_otherwise: 'yes',
    figures: [meat(4)],
  }),
  product('Ceftiofur crystalline free acid', '522.313a', {
    classes: beef,
    route: 'SC ear',
    banned_otherwise: 'yes',
    figures: [meat(13)],
  }),
  product('Flunixin injection', '522.970', { classes: beef, route: 'IV', figures: [meat(4), milk(36)] }),
  product('Flunixin topical', '524.970', { classes: beef, route: 'topical', figures: [meat(8), milk(48)] }),
  product('Ivermectin pour-on 5 mg/mL', '524.1193', {
    classes: beef,
    route: 'topical',
    dose: byVolume('1', '22'),
    figures: [meat(48)],
  }),
  product('Ivermectin and clorsulon', '522.1193', {
    classes: beef,
    route: 'SC',
    dose: byVolume('1', '110'),
    figures: [meat(49)],
  }),
  product('Ceftiofur hydrochloride udder tube', '526.313', {
    classes: ['dairy'],
    route: 'intramammary',
    banned_otherwise: 'yes',
    figures: [meat(2), milk(72)],
  }),
]
