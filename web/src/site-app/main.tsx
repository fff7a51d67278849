import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'virtual:brand.css'
import '../styles/index.css'
import { declareFace } from '../styles/face.ts'
import '../styles/signed-in.css'
import '../styles/print.css'
import { beginNavigation } from '../lib/navigation.ts'
import { watchConnection } from '../lib/online.ts'
import { Refusal } from '../lib/refusal.ts'
import { watchTheme } from '../lib/theme.ts'
import { ToastHost } from '../ui/dialogs/toast-host.tsx'
import { Screens } from '../ui/screens.tsx'
import { routes } from './routes.tsx'

declareFace()

// The page itself leads to the portal, where the policy lets no call go.
watchConnection('/robots.txt')
watchTheme()

/** A refusal that a boundary turned into 'That page cannot be found' is no fault of ours. */
const report = (error: unknown) => {
  if (!(error instanceof Refusal)) console.error(error)
}

void beginNavigation(routes).then(() =>
  createRoot(document.getElementById('root') as HTMLElement, { onCaughtError: report }).render(
    <StrictMode>
      <Screens />
      <ToastHost />
    </StrictMode>,
  ),
)
