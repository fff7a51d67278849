import { id } from '@byre/contract/fields'

/* What the list of animals shows stands in its address. */

const statuses = ['here', 'dead', 'gone'] as const
const helds = ['yes', 'no'] as const

export interface Narrowing {
  status: (typeof statuses)[number]
  pen: string
  lot: string
  held: '' | (typeof helds)[number]
}

/** What an address says, and nothing that it cannot. */
export function narrowingIn(search: URLSearchParams): Narrowing {
  const oneOf = <V extends string>(name: string, values: readonly V[]) =>
    values.find((value) => value === search.get(name))
  const idIn = (name: string) => {
    const judged = id.safeParse(search.get(name) ?? '')
    return judged.success ? judged.data : ''
  }
  return {
    status: oneOf('status', statuses) ?? 'here',
    pen: idIn('pen'),
    lot: idIn('lot'),
    held: oneOf('held', helds) ?? '',
  }
}

/** As the call takes it. */
export const narrowedBy = ({ status, pen, lot, held }: Narrowing) => ({
  status,
  ...(pen && { pen }),
  ...(lot && { lot }),
  ...(held && { held }),
})

export const isNarrowed = ({ status, pen, lot, held }: Narrowing) =>
  status !== 'here' || pen !== '' || lot !== '' || held !== ''

/** The pages before the one that is open, each by what it ends with. */
export const pagesIn = (search: URLSearchParams, name: string): string[] =>
  search.getAll(name).filter((cursor) => /^[\w-]{1,400}$/.test(cursor))

/** The address with the pages of a list that are open by then. */
export function withPages(search: URLSearchParams, name: string, pages: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete(name)
  for (const page of pages) next.append(name, page)
  return next
}
