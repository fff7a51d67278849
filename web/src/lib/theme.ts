import { useSyncExternalStore } from 'react'

/** `system` follows the device and is kept as nothing at all. */
export type Theme = 'system' | 'light' | 'dark'

/** Also read by theme-first.js, before the first paint. */
const themeKey = 'byre.theme'
const listeners = new Set<() => void>()

function storedTheme(): Theme {
  const stored = localStorage.getItem(themeKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export const useTheme = () => useSyncExternalStore(subscribe, storedTheme)

export function chooseTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem(themeKey)
  else localStorage.setItem(themeKey, theme)
  apply()
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
