import { createContext } from 'react'

export interface KnownField {
  label: string
  secret: boolean
}

/**
 * What a form knows beyond its values: the label of each field on screen, which are secret, and what
 * the schema has against the present values. Read with `useSyncExternalStore`, so that typing
 * redraws the notice and the button, not the form.
 */
export class Memory {
  fields: ReadonlyMap<string, KnownField> = new Map()
  problems: ReadonlyMap<string, string>
  #listeners = new Set<() => void>()

  constructor(problems: ReadonlyMap<string, string> = new Map()) {
    this.problems = problems
  }

  /** Returns how to forget the field again, when it leaves the screen. */
  know = (name: string, field: KnownField) => {
    this.fields = new Map(this.fields).set(name, field)
    this.#tell()
    return () => {
      const fields = new Map(this.fields)
      fields.delete(name)
      this.fields = fields
      this.#tell()
    }
  }

  judge = (problems: ReadonlyMap<string, string>) => {
    const same =
      problems.size === this.problems.size &&
      [...problems].every(([name, said]) => this.problems.get(name) === said)
    if (same) return
    this.problems = problems
    this.#tell()
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  secrets = () => new Set([...this.fields].filter(([, field]) => field.secret).map(([name]) => name))

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

export const FormMemory = createContext(new Memory())
