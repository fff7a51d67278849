import { StrictMode } from 'react'
import { ToastHost } from './ui/dialogs/toast-host.tsx'
import { Screens } from './ui/screens.tsx'

/** All that the page shows. */
export const Portal = () => (
  <StrictMode>
    <Screens />
    <ToastHost />
  </StrictMode>
)
