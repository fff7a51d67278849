import { callView } from './call.js'
import { element } from './dom.js'
import { withoutReferences } from './schema.js'
import { showToken } from './token.js'

const methods = ['get', 'post', 'put', 'delete']
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))

const answer = await fetch('/api/openapi.json')
if (answer.ok) show(await answer.json())
else
  byId('calls').replaceChildren(
    element('p', {}, 'The list of calls cannot be read right now. Please reload.'),
  )

/** @param {import('./schema.js').Api} api */
function show(api) {
  byId('introduction').textContent = api.info.description.replaceAll('`', '')
  const calls = Object.entries(api.paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method]
      return operation
        ? [{ method: method.toUpperCase(), path, operation: withoutReferences(operation, api) }]
        : []
    }),
  )
  const services = api.tags.map(({ name }) => {
    const views = calls
      .filter(({ operation }) => operation.tags[0] === name)
      .map((call) => callView(call, api))
    return element('section', {}, element('h2', {}, name), ...views)
  })
  byId('calls').replaceChildren(...services)
  showToken()
  openFromAddress()
  window.addEventListener('hashchange', openFromAddress)
  byId('wanted').addEventListener('input', () => filter(services))
  byId('find').addEventListener('submit', (event) => event.preventDefault())
}

/** `#createSite` opens that call. */
function openFromAddress() {
  const call = document.getElementById(location.hash.slice(1))
  if (!(call instanceof HTMLDetailsElement)) return
  call.open = true
  call.scrollIntoView()
}

/** @param {HTMLElement[]} services */
function filter(services) {
  const wanted = /** @type {HTMLInputElement} */ (byId('wanted')).value.trim().toLowerCase()
  let count = 0
  for (const service of services) {
    const calls = [...service.querySelectorAll('details')]
    for (const call of calls) {
      const text = `${call.id} ${call.querySelector('summary')?.textContent}`.toLowerCase()
      call.hidden = !text.includes(wanted)
    }
    const left = calls.filter((call) => !call.hidden).length
    service.hidden = left === 0
    count += left
  }
  byId('found').textContent = wanted === '' ? '' : count === 1 ? '1 call' : `${count} calls`
}
