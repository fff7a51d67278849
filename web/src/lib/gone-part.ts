/*
 * A part of the client that cannot be fetched any more: the portal was renewed since this page was opened, and the part was
 * kept for a week after. The page as it is now has it. Few words, since the first visit to /login carries them.
 */

const key = 'byre.new'
let gone: unknown

// The build announces each part that it could not fetch by this event.
addEventListener('vite:preloadError', (event) => (gone = (event as Event & { payload: unknown }).payload))

/** Begins the page anew where a part is gone and the portal can be reached: once a tab, so that it never goes on and on. */
export async function beginAnew(error: unknown) {
  if (error !== gone || sessionStorage.getItem(key)) return
  await fetch('/')
  sessionStorage.setItem(key, '1')
  location.reload()
}
