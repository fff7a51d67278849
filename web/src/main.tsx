import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import 'virtual:brand.css'
import './styles/index.css'
import { watchConnection } from './lib/online.ts'
import { Refusal } from './lib/refusal.ts'
import { watchSession } from './lib/session.ts'
import { watchTheme } from './lib/theme.ts'
import { beginAtLogin, routes } from './routes.tsx'
import { ToastHost } from './ui/dialogs/toast-host.tsx'

watchSession()
watchConnection()
watchTheme()
beginAtLogin()

const router = createBrowserRouter(routes)

/** A refusal that a boundary turned into 'That page cannot be found' is no fault of ours. */
const report = (error: unknown) => {
  if (!(error instanceof Refusal)) console.error(error)
}

createRoot(document.getElementById('root') as HTMLElement, { onCaughtError: report }).render(
  <StrictMode>
    {/* A transition draws in slices: slower to the whole page, and nothing here needs to be interrupted. */}
    <RouterProvider router={router} useTransitions={false} onError={report} />
    <ToastHost />
  </StrictMode>,
)
