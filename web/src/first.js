// Runs as a file in <head>, before the first paint: someone who chose dark never sees a white flash, and the
// files of the screen that will be shown are on their way while the page is still being read.
try {
  const theme = localStorage.getItem('byre.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  const { login = '', app = '' } = document.currentScript.dataset
  const files = localStorage.getItem('byre.auth') ? app : location.pathname === '/login' ? login : ''
  for (const file of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (file.endsWith('.css')) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }
} catch {
  // Storage is forbidden here: the device's own preference stands.
}
