import { element, sample } from './dom.js'
import { fieldsOf } from './schema.js'
import { currentToken } from './token.js'

/**
 * A form with which a call can be made from here, as the browser's own request.
 * @param {import('./call.js').Call} call
 * @param {object} api
 */
export function tryForm(call, api) {
  const { operation } = call
  const body = operation.requestBody?.content['application/json']
  const inputs = [
    ...operation.parameters.map((parameter) =>
      inputFor(operation.operationId, { ...parameter, value: usualOf(parameter) }),
    ),
    ...(body
      ? fieldsOf(body.schema, api).map(({ name, required }) =>
          inputFor(operation.operationId, { name, in: 'body', value: body.example?.[name] ?? '', required }),
        )
      : []),
  ]
  const status = element('p', { class: 'status', role: 'status' })
  const answer = element('div')
  const format = body ? [formatChoice(operation.operationId)] : []
  const button = element('button', { type: 'submit' }, `Send ${call.method}`)
  const form = element(
    'form',
    { class: 'try' },
    element('h3', {}, 'Try it'),
    ...inputs,
    ...format,
    button,
    status,
    answer,
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.setAttribute('disabled', '')
    status.textContent = 'Sending …'
    const { words, parts } = await send(requestFrom(/** @type {HTMLFormElement} */ (form), call))
    status.textContent = words
    answer.replaceChildren(...parts)
    button.removeAttribute('disabled')
    button.focus()
  })
  return form
}

/** @param {{ name: string }} parameter */
function usualOf({ name }) {
  if (name !== 'Idempotency-Key') return ''
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * @param {string} operation
 * @param {{ name: string, in: string, value: string, required: boolean }} field `in` path, query, header or body
 */
function inputFor(operation, { name, in: place, value, required }) {
  const id = `${operation}-${place}-${name}`
  const attributes = { id, name: `${place} ${name}`, value: String(value), autocomplete: 'off' }
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, required ? name : `${name} (optional)`),
    element('input', { ...attributes, type: name.includes('password') ? 'password' : 'text' }),
  )
}

/** @param {string} operation */
function formatChoice(operation) {
  const id = `${operation}-format`
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, 'Send as'),
    element(
      'select',
      { id, name: 'format' },
      element('option', { value: 'form' }, 'Form'),
      element('option', { value: 'json' }, 'JSON'),
    ),
  )
}

/**
 * @param {HTMLFormElement} form
 * @param {import('./call.js').Call} call
 */
function requestFrom(form, { method, path, operation }) {
  /** @type {Record<string, Record<string, string>>} */
  const sent = { path: {}, query: {}, header: {}, body: {} }
  let format = 'form'
  for (const [key, value] of new FormData(form)) {
    const [place = '', name = ''] = key.split(' ')
    if (key === 'format') format = String(value)
    else if (value !== '' && sent[place]) sent[place][name] = String(value)
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sent['path']?.[name] ?? ''))
  const query = new URLSearchParams(sent.query).toString()
  const token = currentToken()
  const headers = {
    ...sent.header,
    ...(operation.security.length > 0 && token ? { Authorization: `Bearer ${token}` } : {}),
    ...(operation.requestBody && format === 'json' ? { 'Content-Type': 'application/json' } : {}),
  }
  const fields = format === 'json' ? JSON.stringify(sent.body) : new URLSearchParams(sent.body)
  return {
    url: query === '' ? filled : `${filled}?${query}`,
    init: { method, headers, ...(operation.requestBody ? { body: fields } : {}) },
  }
}

const shownHeaders = ['content-type', 'etag', 'retry-after', 'x-request-id', 'allow']

/** @param {{ url: string, init: RequestInit }} request */
async function send({ url, init }) {
  try {
    const answer = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store' })
    const text = await answer.text()
    const headers = shownHeaders.filter((name) => answer.headers.has(name))
    return {
      words: `${init.method} ${url} → ${answer.status} ${answer.statusText}`,
      parts: [
        sample('Headers', headers.map((name) => `${name}: ${answer.headers.get(name)}`).join('\n')),
        sample('Body', prettily(text)),
      ],
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { words: `Nothing answered: ${why}`, parts: [] }
  }
}

/** @param {string} text */
function prettily(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
