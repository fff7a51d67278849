/** Ways a medicine is given, by the letters that labels use. */
export const routeWords: Readonly<Record<string, string>> = {
  SC: 'Under the skin (SC)',
  'SC ear': 'Under the skin of the ear (SC ear)',
  IM: 'Into the muscle (IM)',
  IV: 'Into the vein (IV)',
  oral: 'By mouth',
  topical: 'On the skin (topical)',
  intranasal: 'Into the nose',
  intramammary: 'Into the udder',
  intrauterine: 'Into the womb',
  ophthalmic: 'Into the eye',
  feed: 'In feed',
  water: 'In water',
}
