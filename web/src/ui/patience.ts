import { useEffect, useState } from 'react'

const patienceMs = 5000

/** True once something is known, or has taken too long to be waited for: until then it could still move what is below. */
export function usePatience(known: boolean): boolean {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return known || waited
}
