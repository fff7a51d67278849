/* ToastHost  no props; stands once at the root and fetches Toasts when the first is needed */
import { lazy, Suspense, useEffect, useState } from 'react'
import { onToastNeeded } from '../../lib/toast.ts'

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }))

export function ToastHost() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => onToastNeeded(() => setNeeded(true)), [])
  return <Suspense>{needed && <Toasts />}</Suspense>
}
