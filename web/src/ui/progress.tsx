/*
 * Progress  text ('Creating site..')     inside a FormShell: a toast while sending takes longer than a moment, gone when it is over
 */
import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { raise, withdraw, type ToastMessage } from '../lib/toast.ts'

/** A call that is over sooner than this needs no word on its progress. */
const aMomentMs = 300

export function Progress({ text }: { text: string }) {
  const { isSubmitting } = useFormState()
  useEffect(() => {
    if (!isSubmitting) return
    const message: ToastMessage = { kind: 'info', text }
    const timer = setTimeout(() => raise(message), aMomentMs)
    return () => {
      clearTimeout(timer)
      withdraw(message)
    }
  }, [isSubmitting, text])
  return null
}
