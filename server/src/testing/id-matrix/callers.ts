/** Alice owns places and payers; Dora owns the places only; Eli administers and Bob works there; Carol is a stranger. */
export const callers = ['alice', 'dora', 'eli', 'bob', 'carol'] as const
/** Gus runs other payers, at one of which the others are Users; Ivy is invited. */
export type PersonName = (typeof callers)[number] | 'gus' | 'ivy'
