/*
 * Cookies of one host alone: no Domain, so no other host of ours sees them; under https with the
 * `__Host-` prefix, so that no other host can set them either.
 */

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

export function cookieName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name
}

/** A `Set-Cookie` value; without `maxAgeSeconds` it goes with the browser's session, with 0 at once. */
export function hostCookie(name: string, value: string, publicUrl: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${cookieName(name, publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`
}

/** A token in a cookie; null when it is absent, sent twice (one of them planted) or no token of ours. */
export function readTokenCookie(header: string | undefined, name: string, publicUrl: string): string | null {
  const prefix = `${cookieName(name, publicUrl)}=`
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
  if (found.length !== 1) return null
  const token = found[0]!.slice(prefix.length)
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}
