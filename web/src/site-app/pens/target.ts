import { useSearchParams } from 'react-router'
import { changed } from '../../lib/in-address.ts'
import { mostGramsADay } from '../measures.ts'

const keyOf = (lot: string) => `byre.target.${lot}`

function gramsIn(text: string | null): number | null {
  const grams = Number(text)
  return Number.isInteger(grams) && grams > 0 && grams <= mostGramsADay ? grams : null
}

/**
 * Grams a day that a lot is meant to gain: what its address says, else what was last said in this browser. Null takes it
 * away. A link, and paper, have it with them.
 */
export function useTarget(lot: string): [number | null, (grams: number | null) => void] {
  const [search, setSearch] = useSearchParams()
  const said = search.get('target')
  const target = said === null ? gramsIn(localStorage.getItem(keyOf(lot))) : gramsIn(said)
  const keep = (grams: number | null) => {
    if (grams === null) localStorage.removeItem(keyOf(lot))
    else localStorage.setItem(keyOf(lot), String(grams))
    setSearch((now) => changed(now, { target: String(grams ?? '') }), {
      replace: true,
      preventScrollReset: true,
    })
  }
  return [target, keep]
}
