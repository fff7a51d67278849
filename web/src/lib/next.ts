import type { Location } from 'react-router'

/*
 * Where someone was going when asked to sign in. In session storage, not in the address: it
 * survives register → confirm → login, and what stands after # never leaves the browser.
 */

const nextKey = 'byre.next'

export function keepNext({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const next = `${pathname}${search}${hash}`
  if (next !== '/') sessionStorage.setItem(nextKey, next)
}

/** Without taking it: the register page may read an invited address from it. */
export function peekNext(): string | null {
  const next = sessionStorage.getItem(nextKey)
  // One slash, then a path of ours: '//host' and '/\host' would lead elsewhere.
  return next && /^\/(?![/\\])/.test(next) ? next : null
}

export function takeNext(): string {
  const next = peekNext() ?? '/'
  sessionStorage.removeItem(nextKey)
  return next
}
