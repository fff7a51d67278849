import { useMemo } from 'react'
import { useController } from 'react-hook-form'
import type { Texts } from '../ui/forms/form-shell.tsx'
import { shownAs, type Mask } from '../ui/forms/masks.ts'

/**
 * Of a text that is cut on screen the form keeps all, which its rules refuse: the stump is nobody's wish, so it is neither
 * asked about nor sent until the field is changed.
 */
export function useKeptWhole(name: string, mask: Mask): Mask {
  const { onChange } = useController<Texts>({ name }).field
  return useMemo(() => keepingWhole(mask, onChange), [mask, onChange])
}

function keepingWhole(mask: Mask, keep: (text: string) => void): Mask {
  let whole: string | null = null
  return {
    ...mask,
    cut: (text) => {
      const said = mask.cut?.(text) ?? null
      whole = said === null ? null : text
      // A key beyond the limit changes nothing on screen, of which nobody else would hear.
      if (whole !== null) keep(whole)
      return said
    },
    read: (text) => (whole !== null && shownAs(whole, mask) === text ? whole : text),
  }
}
