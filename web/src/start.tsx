import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { isPrerendered } from './auth/prerendered.ts'
import { beginNavigation } from './lib/navigation.ts'
import { watchConnection } from './lib/online.ts'
import { Refusal } from './lib/refusal.ts'
import { watchSession } from './lib/session.ts'
import { watchTheme } from './lib/theme.ts'
import { beginAtLogin, routes } from './routes.tsx'
import { Portal } from './portal.tsx'
import { keepTyped } from './ui/forms/typed-before.ts'

watchSession()
watchConnection()
watchTheme()
beginAtLogin()

const options: RootOptions = {
  /** A refusal that a boundary turned into 'That page cannot be found' is no fault of ours. */
  onCaughtError: (error) => {
    if (!(error instanceof Refusal)) console.error(error)
  },
}

function draw() {
  const root = document.getElementById('root') as HTMLElement
  if (isPrerendered(root)) {
    hydrateRoot(root, <Portal />, options)
  } else {
    delete root.dataset['prerendered']
    // `first.js` hid it from who sees another page now: what stands in it then is not typed.
    if (document.documentElement.dataset['anew'] === undefined) keepTyped(root)
    root.replaceChildren()
    createRoot(root, options).render(<Portal />)
  }
}
// Waiting for it here, at the top, would keep this file from those that the screens import it from.
void beginNavigation(routes).then(draw)
