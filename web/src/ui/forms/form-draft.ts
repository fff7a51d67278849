import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { dropDraft, findDraft, keepDraft, type DraftName } from '../../lib/drafts.ts'
import { currentSession } from '../../lib/session.ts'
import type { Memory } from './form-memory.ts'

const settledAfterMs = 300

type Texts = Record<string, string>

/** Keeps what is typed under a form's name and gives it back the next time; nothing without a name. */
export function useDraft(form: string | undefined, defaults: Texts) {
  const [draft] = useState(() => (form === undefined ? none : new Draft(form, defaults)))
  return draft
}

const none = { restored: null, find: () => null, forget: () => undefined, follow: () => () => undefined }

class Draft {
  readonly restored: Texts | null
  readonly #name: DraftName
  readonly #defaults: Texts
  #due: { write: () => void; timer: ReturnType<typeof setTimeout> } | null = null

  constructor(form: string, defaults: Texts) {
    this.#name = { owner: currentSession()?.uuid ?? 'anyone', form }
    this.#defaults = defaults
    this.restored = this.find()
  }

  /** What is kept and differs from what the form begins with. */
  find = (): Texts | null => {
    const stored = findDraft(this.#name) ?? {}
    const typed = Object.entries(stored).filter(
      ([name, value]) => name in this.#defaults && typeof value === 'string',
    )
    const changed = typed.some(([name, value]) => this.#defaults[name] !== value)
    return changed ? { ...this.#defaults, ...(Object.fromEntries(typed) as Texts) } : null
  }

  /** Also what was typed last and is not written yet. */
  forget = () => {
    clearTimeout(this.#due?.timer)
    this.#due = null
    dropDraft(this.#name)
  }

  /**
   * Writes a moment after the last change, and at once when the page goes or the form leaves the
   * screen. A form that is back at what it began with has nothing to keep.
   */
  follow = (form: UseFormReturn<Texts>, memory: Memory) => {
    const flush = () => {
      clearTimeout(this.#due?.timer)
      this.#due?.write()
      this.#due = null
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues = {} }) => {
        clearTimeout(this.#due?.timer)
        const changed = Object.entries(values).some(([name, value]) => defaultValues[name] !== value)
        const write = () => (changed ? keepDraft(this.#name, values, memory.secrets()) : this.forget())
        this.#due = { write, timer: setTimeout(flush, settledAfterMs) }
      },
    })
    addEventListener('pagehide', flush)
    return () => {
      flush()
      stop()
      removeEventListener('pagehide', flush)
    }
  }
}
