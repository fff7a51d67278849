/** What keeps a passkey from being used on this page; null where nothing does. */
export function passkeyObstacle() {
  if (!isSecureContext) return 'insecure'
  if (/^[\d.]+$|:/.test(location.hostname)) return 'no name'
  return typeof globalThis.PublicKeyCredential === 'function' ? null : 'unknown'
}
