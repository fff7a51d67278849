// Runs as a file in <head>, before the first paint: someone who chose dark never sees a white flash, and the
// files of the screen that will be shown are on their way while the page is still being read. So are the
// answers that the dashboard will show, for `lib/early.ts` to take.
try {
  const theme = localStorage.getItem('byre.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  const { login = '', app = '', questions = '' } = document.currentScript.dataset
  const session = localStorage.getItem('byre.auth')
  const words = (text) => text.split(' ').filter(Boolean)
  for (const file of words(session ? app : location.pathname === '/login' ? login : '')) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (file.endsWith('.css')) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }

  const { uuid, token } = JSON.parse(session) ?? {}
  if (uuid && token && location.pathname === '/') {
    const headers = { authorization: `Bearer ${token}` }
    const early = { token, askedAt: performance.now(), answers: {} }
    for (const question of words(questions)) {
      const url = question.replace('~', encodeURIComponent(uuid))
      const stop = new AbortController()
      const answer = fetch(url, {
        headers,
        signal: stop.signal,
        cache: 'no-store',
      })
      // Whoever takes it sees the failure; until then it is nobody's.
      answer.catch(() => undefined)
      early.answers[url] = { answer, stop }
    }
    window.byreEarly = early
  }
} catch {
  // Storage is forbidden here: the device's own preference stands.
}
