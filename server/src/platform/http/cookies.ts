import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie'

/*
 * Cookies of one host alone: no Domain, so no other host of ours sees them; under https with the
 * `__Host-` prefix, so that no other host can set them either.
 */

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

const hostCookieName = (name: string, publicUrl: string) => (isSecure(publicUrl) ? `__Host-${name}` : name)

/** `__Host-` is for all paths, so a cookie of one path needs the other prefix. */
const pathCookieName = (name: string, publicUrl: string) => (isSecure(publicUrl) ? `__Secure-${name}` : name)

function setCookie(cookie: Omit<SetCookie, 'httpOnly' | 'secure' | 'domain'>, publicUrl: string): string {
  return stringifySetCookie({ ...cookie, httpOnly: true, secure: isSecure(publicUrl) })
}

/** A `Set-Cookie` value; without `maxAge` (seconds) it goes with the browser's session, with 0 at once. */
export function hostCookie(name: string, value: string, publicUrl: string, maxAge?: number): string {
  const fullName = hostCookieName(name, publicUrl)
  return setCookie({ name: fullName, value, path: '/', sameSite: 'lax', maxAge }, publicUrl)
}

/** The same, sent with one path and what lies below it alone, and never from another site's page. */
export function pathCookie(
  { name, value, path, maxAge }: { name: string; value: string; path: string; maxAge: number },
  publicUrl: string,
): string {
  const fullName = pathCookieName(name, publicUrl)
  return setCookie({ name: fullName, value, path, sameSite: 'strict', maxAge }, publicUrl)
}

/** A token in a cookie; null when it is absent, sent twice (one of them planted) or no token of ours. */
export function readTokenCookie(header: string | undefined, name: string, publicUrl: string): string | null {
  return tokenIn(header, hostCookieName(name, publicUrl))
}

/** An address of ours in a cookie, as `hostCookie` was given it; null when it is absent, sent twice or too long. */
export function readAddressCookie(
  header: string | undefined,
  name: string,
  publicUrl: string,
): string | null {
  const pairs = (header ?? '').split(';').map((pair) => parseCookie(pair))
  const [address, second] = pairs.flatMap((pair) => pair[hostCookieName(name, publicUrl)] ?? [])
  return second === undefined && address !== undefined && address.length <= 1000 ? address : null
}

/** The same of a cookie with a path. */
export function readPathCookie(header: string | undefined, name: string, publicUrl: string): string | null {
  return tokenIn(header, pathCookieName(name, publicUrl))
}

/** Each pair is parsed by itself: of a whole header the parser tells only the first of a name. */
function tokenIn(header: string | undefined, fullName: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => parseCookie(pair, { decode: (value) => value }))
  const tokens = pairs.flatMap((pair) => pair[fullName] ?? [])
  const [token = ''] = tokens
  return tokens.length === 1 && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}
