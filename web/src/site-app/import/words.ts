import type { ColumnKind } from '@byre/contract/herd/imports'

/* What columns hold, as it is called on screen. */

export const columnGroups: readonly (readonly [label: string, kinds: readonly ColumnKind[]])[] = [
  ['Tags', ['eid', 'visual', 'nues', 'uk_tag', 'eu_bovine', 'nlis_visual', 'nait_visual']],
  ['The animal', ['sex', 'class', 'breed', 'born', 'colour', 'name']],
  ['Where it is', ['pen', 'lot']],
  ['How it came', ['arrived_on', 'source', 'held_until']],
  ['Weighing', ['weight', 'weighed_on']],
  ['Treatment', ['medicine', 'treated_on', 'dose', 'route', 'batch', 'reason']],
  ['Other', ['note']],
]

export const columnWords: Record<ColumnKind, string> = {
  eid: 'Electronic tag (15 digits)',
  visual: 'Visual tag, brand or tattoo',
  nues: 'US metal tag (NUES)',
  uk_tag: 'UK tag',
  eu_bovine: 'EU bovine number',
  nlis_visual: 'NLIS visual tag',
  nait_visual: 'NAIT visual tag',
  sex: 'Sex',
  class: 'Class',
  breed: 'Breed',
  born: 'Day of birth',
  colour: 'Colour',
  name: 'Name',
  pen: 'Pen',
  lot: 'Lot',
  arrived_on: 'Day of arrival',
  source: 'Where it came from',
  held_until: 'Seller’s withdrawal ends',
  weight: 'Weight',
  weighed_on: 'Day of weighing',
  medicine: 'Medicine',
  treated_on: 'Day of treatment',
  dose: 'Dose in mL',
  route: 'Route',
  batch: 'Batch of the medicine',
  reason: 'Reason for treating',
  note: 'Note',
}

/** 1 row, 2 rows. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
