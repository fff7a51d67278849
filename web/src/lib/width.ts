import { useCallback, useSyncExternalStore } from 'react'

/** From here on a screen is laid out for more than a phone. */
export const beyondPhone = '(width >= 40rem)'

/** Whether the window is as wide as a media query says, while something else is drawn there than elsewhere. */
export function useWidth(media: string): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const query = matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(follow, () => matchMedia(media).matches)
}
