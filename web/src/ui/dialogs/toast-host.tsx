/* ToastHost  no props; stands once at the root and fetches Toasts when the first is needed */
import { useEffect, useState, type ComponentType } from 'react'
import { onToastNeeded } from '../../lib/toast.ts'

export function ToastHost() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    // Not by `lazy`: what stands at the root and cannot be fetched would take the page with it. The next toast asks again.
    const fetchToasts = () =>
      void import('./toasts.tsx').then(
        (part) => setToasts(() => part.Toasts),
        () => undefined,
      )
    return onToastNeeded(fetchToasts)
  }, [])
  return Toasts && <Toasts />
}
