import { id } from '@byre/contract/fields'
import { useSearchParams } from 'react-router'

/* What a list shows stands in the address: Back, Forward and a reload find it, and a link can be passed on. */

/** The address with some of it changed; an empty value leaves. */
export function changed(search: URLSearchParams, values: Readonly<Record<string, string>>) {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** The page that an address names, from 1 to the last there is. */
export function pageIn(search: URLSearchParams, name: string, last = Infinity): number {
  const page = Number.parseInt(search.get(name) ?? '', 10) || 1
  return Math.min(Math.max(page, 1), Math.max(1, last))
}

/** Whether a part is unfolded, as its `<details>` takes it. */
export function useFoldIn(name: string) {
  const [search, setSearch] = useSearchParams()
  const open = search.get(name) === '1'
  const onToggle = ({ currentTarget: { open: isOpen } }: { currentTarget: HTMLDetailsElement }) => {
    if (isOpen === open) return
    setSearch((now) => changed(now, { [name]: isOpen ? '1' : '' }), {
      replace: true,
      preventScrollReset: true,
    })
  }
  return { open, onToggle }
}

/** Which page of a list is open, under a name of its own where a screen has several, and how to turn to another. */
export function usePageIn(name: string, last?: number): [number, (page: number) => void] {
  const [search, setSearch] = useSearchParams()
  const turn = (page: number) =>
    setSearch((now) => changed(now, { [name]: page > 1 ? String(page) : '' }), { preventScrollReset: true })
  return [pageIn(search, name, last), turn]
}

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
