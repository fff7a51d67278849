// Runs as a file in <head>, before the first paint: someone who chose dark never sees a white flash, and the
// files of the screen that will be shown are on their way while the page is still being read.
try {
  const page = document.documentElement
  const theme = localStorage.getItem('byre.theme')
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme

  const isSignedIn = localStorage.getItem('byre.auth')
  const language = localStorage.getItem('byre.language') ?? page.lang
  // Who will see another page than the one that came with its markup does not see that one first.
  if (isSignedIn || language !== page.lang || location.hash) page.dataset.anew = ''

  const { app = '' } = document.currentScript.dataset
  for (const file of isSignedIn ? app.split(' ') : []) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (file.endsWith('.css')) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }

  // What is pressed and chosen in the markup of /login before its scripts: `ui/forms/typed-ahead.tsx` sees to it.
  if (location.pathname === '/login' && page.dataset.anew === undefined) {
    const early = []
    const note = ({ type, target }) => {
      const at = target.closest(type === 'click' ? 'button' : 'select')
      if (at) early.push({ at, value: at.value, type })
    }
    for (const type of ['click', 'change']) addEventListener(type, note)
    window.early = () => {
      for (const type of ['click', 'change']) removeEventListener(type, note)
      return early.splice(0)
    }
  }
} catch {
  // Storage is forbidden here: the device's own preference stands.
}
