/*
 * A part of the client that cannot be fetched any more: the portal was renewed since this page was opened, and the part was
 * kept for a week after. The page as it is now has it. Few words, since the first visit to /login carries them.
 */

const key = 'byre.new'
let gone: unknown

// The build announces each part that it could not fetch by this event.
addEventListener('vite:preloadError', (event) => (gone = (event as Event & { payload: unknown }).payload))

/** Addresses of stylesheets that did not come. */
const lost = new Set<string>()

function lose({ target: at }: Event) {
  if (!(at instanceof HTMLLinkElement) || at.rel !== 'stylesheet') return
  lost.add(at.href)
  at.remove()
}
addEventListener('error', lose, true)

/** Asks for them again, which the build does not: it would draw what needs them without. Settles once each has come, or again has not. */
export const fetchLostSheets = () => Promise.all([...lost].map(fetchSheet))

function fetchSheet(href: string) {
  return new Promise<unknown>((done) => {
    const onload = () => done(lost.delete(href))
    const made = { rel: 'stylesheet', crossOrigin: '', href, onload, onerror: done }
    document.head.append(Object.assign(document.createElement('link'), made))
  })
}

/** The same file, which has not come as long as a stylesheet of its own has not. */
export function withSheets<T>(load: () => Promise<T>): () => Promise<T> {
  let own: string[] = []
  return async () => {
    await fetchLostSheets()
    const missing = own.find((sheet) => lost.has(sheet))
    if (missing) throw (gone = new Error(missing))
    const ofOthers = new Set(lost)
    try {
      return await load()
    } catch (error) {
      own = [...lost].filter((sheet) => !ofOthers.has(sheet))
      throw error
    }
  }
}

/** Begins the page anew where a part is gone and the portal can be reached: once a tab, so that it never goes on and on. */
export async function beginAnew(failure: unknown) {
  if (failure !== gone || sessionStorage.getItem(key)) return
  const isReached = await fetch('/').catch(() => null)
  if (!isReached) return
  sessionStorage.setItem(key, '1')
  location.reload()
}
