import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { beginNavigation } from './lib/navigation.ts'
import { watchConnection } from './lib/online.ts'
import { Refusal } from './lib/refusal.ts'
import { watchSession } from './lib/session.ts'
import { watchTheme } from './lib/theme.ts'
import { Screens } from './ui/screens.tsx'
import { beginAtLogin, routes } from './routes.tsx'
import { ToastHost } from './ui/dialogs/toast-host.tsx'

watchSession()
watchConnection()
watchTheme()
beginAtLogin()

/** A refusal that a boundary turned into 'That page cannot be found' is no fault of ours. */
const report = (error: unknown) => {
  if (!(error instanceof Refusal)) console.error(error)
}

const draw = () =>
  createRoot(document.getElementById('root') as HTMLElement, { onCaughtError: report }).render(
    <StrictMode>
      <Screens />
      <ToastHost />
    </StrictMode>,
  )
// Waiting for it here, at the top, would keep this file from those that the screens import it from.
void beginNavigation(routes).then(draw)
