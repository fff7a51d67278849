/*
 * Cookies of one host alone: no Domain, so no other host of ours sees them; under https with the
 * `__Host-` prefix, so that no other host can set them either.
 */

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

function cookieName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name
}

/** A `Set-Cookie` value; without `maxAgeSeconds` it goes with the browser's session, with 0 at once. */
export function hostCookie(name: string, value: string, publicUrl: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${cookieName(name, publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`
}

/**
 * The same, sent with one path and what lies below it alone, and never from another site's page. Its name
 * needs the other prefix, since `__Host-` is for all paths.
 */
export function pathCookie(
  name: string,
  value: string,
  path: string,
  publicUrl: string,
  maxAgeSeconds: number,
): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const scope = `Path=${path}; HttpOnly; SameSite=Strict${secure}; Max-Age=${maxAgeSeconds}`
  return `${pathCookieName(name, publicUrl)}=${value}; ${scope}`
}

function pathCookieName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Secure-${name}` : name
}

/** A token in a cookie; null when it is absent, sent twice (one of them planted) or no token of ours. */
export function readTokenCookie(header: string | undefined, name: string, publicUrl: string): string | null {
  return tokenIn(header, cookieName(name, publicUrl))
}

/** The same of a cookie with a path. */
export function readPathCookie(header: string | undefined, name: string, publicUrl: string): string | null {
  return tokenIn(header, pathCookieName(name, publicUrl))
}

function tokenIn(header: string | undefined, fullName: string): string | null {
  const prefix = `${fullName}=`
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
  if (found.length !== 1) return null
  const token = found[0]!.slice(prefix.length)
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}
