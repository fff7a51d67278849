import { useEffect, useState, type ReactNode } from 'react'
import { onProofNeeded } from '../lib/step-up.ts'

/** Stands once among the signed-in screens; fetches the dialog when a command first needs it. */
export function StepUpHost() {
  const [dialog, setDialog] = useState<ReactNode>(null)
  useEffect(() => {
    let giveUp: (() => void) | undefined
    const ask = async (why: string) => {
      // Not by `lazy`: a dialog that cannot be fetched leaves the command refused, and the screen as it is.
      const fetched = await import('./step-up-dialog.tsx').catch(() => null)
      if (!fetched) return false
      const proven = await new Promise<boolean>((answer) => {
        giveUp = () => answer(false)
        setDialog(<fetched.StepUpDialog why={why} onAnswer={answer} />)
      })
      setDialog(null)
      return proven
    }
    const off = onProofNeeded(ask)
    return () => {
      off()
      giveUp?.()
    }
  }, [])
  return dialog
}
