/**
 * Answers to what the dashboard asks first, by their addresses, and by whose token; `lib/wire.ts` takes them. They are asked for before
 * anything that the dashboard is made of is there: the build writes the addresses into the page (`build/prerendered.ts`).
 */
export interface AskedEarly {
  token: string
  answers: Map<string, Promise<Response>>
}

const patienceMs = 30_000

/** For whoever is signed in in this browser, and at the dashboard; a visit of staff has a session of its own. */
export function askEarly(addresses: string | undefined): AskedEarly | undefined {
  try {
    const kept = localStorage.getItem('byre.auth')
    if (!addresses || !kept || location.pathname !== '/' || sessionStorage.getItem('byre.auth'))
      return undefined
    const { uuid, token } = JSON.parse(kept) as { uuid: string; token: string }
    const ask = (address: string): [string, Promise<Response>] => {
      const url = address.replace(':id', uuid)
      const answer = fetch(url, {
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(patienceMs),
        credentials: 'same-origin',
        cache: 'no-store',
      })
      // Whoever takes it hears of it.
      answer.catch(() => undefined)
      return [url, answer]
    }
    return { token, answers: new Map(addresses.split(' ').map(ask)) }
  } catch {
    return undefined // Storage is forbidden here, or holds something else.
  }
}
