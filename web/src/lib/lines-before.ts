import { id } from '@byre/contract/fields'
import { useSearchParams } from 'react-router'
import { changed } from './in-address.ts'

/** The last line of each page before the open one, for a list without numbered pages, and how to turn to another. */
export function useLinesBefore(): [readonly string[], (lines: readonly string[]) => void] {
  const [search, setSearch] = useSearchParams()
  const before = search.getAll('after').filter((line) => id.safeParse(line).success)
  const turn = (lines: readonly string[]) =>
    setSearch(
      (now) => {
        const next = changed(now, { after: '' })
        for (const line of lines) next.append('after', line)
        return next
      },
      { preventScrollReset: true },
    )
  return [before, turn]
}
