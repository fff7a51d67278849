/** Calls of the portal's own pages: no part of the API, and no key's. */
export const isOfPortalAlone = ({ path }: { path: string }) =>
  /^\/api\/v1\/(?:staff|visits)(?:\/|$)/.test(path)
