import { wordsIn, type Words } from '@byre/contract/words'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Branding } from '../branding.ts'
import { escapeHtml } from '../text.ts'

/*
 * Pages that the server writes itself: the tenants' hosts and the development mail page. They have no
 * script, and one style sheet, served at `pageStylesPath` of whichever host shows them.
 */

/** What speaks to developers, and to whoever plays a bank here, stays so. */
const english = wordsIn('en')

export const pageStylesPath = '/page.css'

export interface PageParts {
  /** The document's title; the brand's name is put behind it. */
  title: string
  heading: string
  /** A drawing of ours above the heading: SVG that needs no style. */
  drawing?: string
  /** A sentence or two under the heading. */
  lead?: string
  /** Something to be aware of; shown as a notice. */
  notice?: string
  facts?: readonly (readonly [label: string, value: string])[]
  /** People and how to reach them. */
  people?: { title: string; rows: readonly Reachable[]; more?: string }
  /** The first is what the page is for, unless it is quiet. */
  links?: readonly { label: string; href: string; quiet?: boolean }[]
  /** One thing to do, sent as a form to this host. */
  button?: PageButton
  /** The other answer, where the page asks a question. */
  otherButton?: PageButton
}

interface Reachable {
  name: string
  detail: string
  email: string
}

interface PageButton {
  label: string
  action: string
  fields: Record<string, string>
}

/** A whole document from its words; every one of them is escaped. */
export function writePage(head: Branding, parts: PageParts, words = english): string {
  const main = [
    ...(parts.drawing ? [parts.drawing] : []),
    `<h1>${escapeHtml(parts.heading)}</h1>`,
    ...(parts.lead ? [`<p>${escapeHtml(parts.lead)}</p>`] : []),
    ...(parts.notice ? [`<p class="notice">${escapeHtml(parts.notice)}</p>`] : []),
    ...(parts.facts?.length ? [factsOf(parts.facts)] : []),
    ...(parts.people ? [peopleOf(parts.people)] : []),
    ...(parts.links || parts.button ? [`<div class="ways">${waysOf(parts)}</div>`] : []),
  ].join('\n')
  return wrapPage(head, parts.title, main, words)
}

/** Of the bare page, which has no file to have them in. */
const bareStyles =
  'body{margin:0;background:light-dark(#fbf9f4,#14181a);color:light-dark(#22271f,#eceae2);font:1rem/1.5 system-ui,sans-serif}main{max-width:40rem;margin:auto;padding:15vh 1rem 2rem}h1{font-size:1.75rem;line-height:1.2}'

/** The policy of the bare page: nothing but its own styles, known by their hash. */
export const barePagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(bareStyles).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** One sentence alone, where nobody is there whose page it could be, nor any file of theirs; sent with its own policy. */
export function writeBarePage(sentence: string, { language, t }: Words = english): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(sentence)}</title>
<style>${bareStyles}</style>
</head>
<body>
<main><h1>${escapeHtml(sentence)}</h1><p>${escapeHtml(t`Please check the address.`)}</p></main>
</body>
</html>
`
}

/** The frame of such a page around HTML that is already safe. */
export function wrapPage(head: Branding, title: string, main: string, { language } = english): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${escapeHtml(head.brandName)}</title>
<link rel="icon" href="${icon(head)}">
<link rel="stylesheet" href="${pageStylesPath}">
</head>
<body>
<header>${logo(head, 'width="24" height="24" fill="currentColor" aria-hidden="true"')}<p>${escapeHtml(head.brandName)}</p></header>
<main>
${main}
</main>
</body>
</html>
`
}

function factsOf(facts: NonNullable<PageParts['facts']>): string {
  const rows = facts.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`)
  return `<dl>\n${rows.join('\n')}\n</dl>`
}

function peopleOf({ title, rows, more }: NonNullable<PageParts['people']>): string {
  const people = rows.map(
    ({ name, detail, email }) =>
      `<li><span>${escapeHtml(name)} <small>${escapeHtml(detail)}</small></span><a href="mailto:${escapeHtml(encodeURIComponent(email).replace('%40', '@'))}">${escapeHtml(email)}</a></li>`,
  )
  const rest = more ? `\n<p>${escapeHtml(more)}</p>` : ''
  return `<h2>${escapeHtml(title)}</h2>\n<ul class="people">\n${people.join('\n')}\n</ul>${rest}`
}

function waysOf({ links = [], button, otherButton }: PageParts): string {
  const ways = links.map(
    ({ label, href, quiet }) =>
      `<a${quiet ? ' class="quiet"' : ''} href="${escapeHtml(href)}">${escapeHtml(label)}</a>`,
  )
  if (button) ways.push(formOf(button, otherButton ? ' class="first"' : ''))
  if (otherButton) ways.push(formOf(otherButton))
  return ways.join('\n')
}

function formOf({ label, action, fields }: PageButton, look = ''): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button type="submit"${look}>${escapeHtml(label)}</button></form>`
}

const logo = ({ logo }: Branding, attributes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" ${attributes}><path d="${logo}"/></svg>`

const icon = (head: Branding) =>
  `data:image/svg+xml,${encodeURIComponent(logo(head, `fill="${head.accent}"`))}`

const sheet = readFileSync(new URL('./page.css', import.meta.url), 'utf8')

/** The style sheet of these pages in the brand's colours. */
export function pageStyles({ accent, accentInDark, textOnDarkAccent }: Branding): string {
  return `:root {
  --accent: light-dark(${accent}, ${accentInDark});
  --on-accent: light-dark(#ffffff, ${textOnDarkAccent});
}
${sheet}`
}
