/**
 * An element with attributes and children; text stays text, so nothing here is ever read as HTML.
 * @param {string} name
 * @param {Record<string, string | boolean | EventListener>} [attributes] `onclick` and its like are listeners
 * @param {...(Node | string)} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key.slice(2), value)
    else if (typeof value === 'boolean') made.toggleAttribute(key, value)
    else made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}

/**
 * A table, whose rows are cards on a phone. Its roles are said, since cards laid out by CSS lose them.
 * @param {string} caption
 * @param {string[]} heads
 * @param {(Node | string)[][]} rows
 */
export function table(caption, heads, rows) {
  const head = heads.map((text) => element('th', { scope: 'col', role: 'columnheader' }, text))
  const body = rows.map((cells) =>
    element(
      'tr',
      { role: 'row' },
      ...cells.map((cell, at) => element('td', { role: 'cell', 'data-label': heads[at] ?? '' }, cell)),
    ),
  )
  return element(
    'table',
    { role: 'table' },
    element('caption', {}, caption),
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...head)),
    element('tbody', { role: 'rowgroup' }, ...body),
  )
}

/** @param {string} text */
export const code = (text) => element('code', {}, text)

/**
 * @param {string} label
 * @param {unknown} value
 */
export function sample(label, value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return element(
    'figure',
    {},
    element('figcaption', {}, label),
    element('pre', { tabindex: '0', 'aria-label': label }, text),
  )
}
