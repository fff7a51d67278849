import type { AnimalCard } from '@byre/contract/herd/cards'

/** What an animal is called. */
export const animalName = ({ main_tag, name }: Pick<AnimalCard, 'main_tag' | 'name'>): string =>
  main_tag || name || 'No tag'

/** The tags that it bears beside its main one. */
export const otherTags = ({ main_tag, tags }: Pick<AnimalCard, 'main_tag' | 'tags'>): string[] =>
  tags.map(({ typed }) => typed).filter((typed) => typed !== main_tag)

const kinds: Readonly<Record<string, string>> = {
  eid: 'Electronic',
  nues: 'NUES',
  eu_bovine: 'EU ear tag',
  uk_tag: 'UK ear tag',
  nlis_visual: 'NLIS',
  nait_visual: 'NAIT',
  visual: 'Visual',
  premises: 'Premises',
}
export const tagKindName = (kind: string): string => kinds[kind] ?? kind
