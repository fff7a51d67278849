/* ToastHost  no props; stands once at the root and fetches Toasts when the first is needed */
import { useEffect, useState } from 'react'
import { onToastNeeded } from '../../lib/toast.ts'
import { fileOf, useFile } from '../fetched/file.ts'

// What cannot be fetched takes nothing of the page with it: each toast that is to be drawn asks again.
const file = fileOf(async () => (await import('./toasts.tsx')).Toasts, Infinity)

export function ToastHost() {
  const [asked, setAsked] = useState(0)
  useEffect(() => onToastNeeded(() => setAsked((before) => before + 1)), [])
  return asked > 0 && <Host tries={asked} />
}

function Host({ tries }: { tries: number }) {
  const { came: Toasts } = useFile(file, tries)
  return Toasts && <Toasts />
}
