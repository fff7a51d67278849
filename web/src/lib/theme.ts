import type { Theme } from '@byre/contract/people/users'
import { useSyncExternalStore } from 'react'

/** Also read by first.js, before the first paint; `system` follows the device and is kept as nothing at all. */
const themeKey = 'byre.theme'
const listeners = new Set<() => void>()
let keep: ((theme: Theme) => void) | undefined

export function storedTheme(): Theme {
  const stored = localStorage.getItem(themeKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export const useTheme = () => useSyncExternalStore(subscribe, storedTheme, () => 'system' as const)

/** What the person chooses here; whoever keeps it with their profile is told. */
export function chooseTheme(theme: Theme) {
  adoptTheme(theme)
  keep?.(theme)
}

/** What was chosen elsewhere. */
export function adoptTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem(themeKey)
  else localStorage.setItem(themeKey, theme)
  apply()
}

/** Says who keeps what is chosen in this tab; undefined: nobody. */
export function keepThemeBy(keeper: typeof keep) {
  keep = keeper
}

/** Other tabs change together. */
export function watchTheme() {
  addEventListener('storage', (event) => {
    if (event.key === themeKey || event.key === null) apply()
  })
}

function apply() {
  const theme = storedTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
