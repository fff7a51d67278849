/** Less than this much of the window as it was is left in view: a keyboard lies over the rest, or has pushed it up. */
const leftInView = 0.75

const typed =
  'textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="file"])'

/** Says on the root whether an on-screen keyboard is open: no browser tells. Returns how to stop. */
export function watchKeyboard() {
  const view = window.visualViewport
  const root = document.documentElement
  /* The tallest that the window was while it was so wide: turned, it is another. */
  let [width, tallest] = [0, 0]
  const look = () => {
    if (innerWidth !== width) [width, tallest] = [innerWidth, 0]
    tallest = Math.max(tallest, innerHeight)
    // Of what is enlarged by two fingers less is in view, too.
    const inView = view ? view.height * view.scale : innerHeight
    const isOpen = inView < tallest * leftInView && document.activeElement?.matches(typed) === true
    root.toggleAttribute('data-keyboard', isOpen)
  }
  const stopping = new AbortController()
  const { signal } = stopping
  look()
  view?.addEventListener('resize', look, { signal })
  addEventListener('resize', look, { signal })
  addEventListener('focusin', look, { signal })
  addEventListener('focusout', () => setTimeout(look), { signal })
  return () => {
    stopping.abort()
    root.removeAttribute('data-keyboard')
  }
}
