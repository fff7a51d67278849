import { useId, type ReactNode } from 'react'

/** One piece of the gallery under its name. */
export function Exhibit({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="form-section" data-exhibit={name}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  )
}
