const recordKey = 'byre.auth'

/** The auth record of the portal's session in this browser, as it is now: its token changes every few minutes. */
function portalRecord() {
  try {
    return JSON.parse(localStorage.getItem(recordKey) ?? 'null')
  } catch {
    return null
  }
}

const typed = () => /** @type {HTMLInputElement} */ (document.getElementById('typed-token')).value.trim()

/** What was typed, else the portal session's; '' when there is neither. */
export function currentToken() {
  return typed() || String(portalRecord()?.token ?? '')
}

/** Says whose token a call would be made with, and keeps saying it. */
export function showToken() {
  const note = /** @type {HTMLElement} */ (document.getElementById('token-note'))
  const form = /** @type {HTMLElement} */ (document.getElementById('token'))
  const show = () => {
    const email = portalRecord()?.user?.email
    if (typed()) note.textContent = 'Calls are made with the token above.'
    else if (email) note.textContent = `Calls are made as ${email}, who is signed in to the portal here.`
    else note.textContent = 'Sign in to the portal in this browser, or paste a token.'
  }
  form.addEventListener('input', show)
  form.addEventListener('submit', (event) => event.preventDefault())
  window.addEventListener('storage', show)
  show()
}
