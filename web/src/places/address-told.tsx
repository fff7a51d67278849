import { createContext, useMemo, useState, type ReactNode } from 'react'

/** Where the place of a form will answer, once that is known: the field of its name tells, what stands beside it shows. */
export const KnownAddress = createContext<{ host: string | null; tell: (host: string | null) => void }>({
  host: null,
  tell: () => undefined,
})

export function AddressTold({ children }: { children: ReactNode }) {
  const [host, tell] = useState<string | null>(null)
  return <KnownAddress value={useMemo(() => ({ host, tell }), [host])}>{children}</KnownAddress>
}
