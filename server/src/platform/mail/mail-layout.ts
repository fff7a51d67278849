import type { Words } from '@byre/contract/words'
import { withoutLinks } from './addresses-in-words.ts'
import type { Branding } from '../branding.ts'
import type { Attachment, Mail } from './mail.ts'
import type { MailLeave } from './mail-leaving.ts'
import { escapeHtml, oneLine } from '../text.ts'

export interface MailParts {
  to: string
  subject: string
  heading: string
  paragraphs: string[]
  /** Beneath them, one row a thing; as long as there are. */
  table?: { head: string[]; rows: string[][] } | undefined
  /** Six digits shown large. */
  code?: string
  /** One thing to do. */
  button?: { label: string; url: string }
  /** A last line in small type. */
  note?: string
  /** Addresses that its words may show; every other one in them, such as one inside a name, makes no link. */
  addresses?: readonly string[]
  attachments?: Attachment[]
  /** For what need not be mailed. */
  leave?: MailLeave
}

/** What a mail says, whoever gets it. */
export type MailText = Omit<MailParts, 'to'>

/** A mail in text and HTML from the same words, in the language of its reader; no picture is loaded from anywhere. */
export function writeMail(head: Branding, given: MailParts, words: Words): Mail {
  const parts = withoutStrangeLinks(head, given)
  const text = [
    parts.heading,
    ...parts.paragraphs,
    ...(parts.table ? [textOfTable(parts.table)] : []),
    ...(parts.code ? [`    ${parts.code}`] : []),
    ...(parts.button ? [`${words.t`${parts.button.label}:`}\n${parts.button.url}`] : []),
    ...(parts.note ? [parts.note] : []),
    ...(parts.leave?.about ? [`${leaveWords(words, parts.leave.about)}\n${parts.leave.url}`] : []),
    [
      `-- \n${head.brandName} · ${head.publicUrl}`,
      ...head.links.map(({ label, href }) => words.t`${words.of(label)}: ${href.replace(/^mailto:/, '')}`),
    ].join('\n'),
  ].join('\n\n')
  return {
    to: parts.to,
    subject: parts.subject,
    text: `${text}\n`,
    html: htmlOf(head, parts, words),
    ...(parts.attachments ? { attachments: parts.attachments } : {}),
    ...(parts.leave ? { leaveUrl: parts.leave.url } : {}),
  }
}

const leaveWords = ({ t }: Words, about: string) => t`To get no more mails about ${about}, open:`

function withoutStrangeLinks(head: Branding, parts: MailParts): MailParts {
  const allowed = [head.publicUrl, parts.to, ...(parts.addresses ?? [])]
  const open = (text: string) => withoutLinks(text, allowed)
  return {
    ...parts,
    subject: open(oneLine(parts.subject)),
    heading: open(oneLine(parts.heading)),
    paragraphs: parts.paragraphs.map(open),
    ...(parts.table
      ? {
          table: {
            head: parts.table.head,
            rows: parts.table.rows.map((row) => row.map((cell) => open(oneLine(cell)))),
          },
        }
      : {}),
    ...(parts.button ? { button: { ...parts.button, label: open(oneLine(parts.button.label)) } } : {}),
    ...(parts.note === undefined ? {} : { note: open(parts.note) }),
  }
}

type Table = NonNullable<MailParts['table']>

const lengthOf = (text: string) => [...text].length

/** Columns as wide as what stands in them, two blanks apart. */
function textOfTable({ head, rows }: Table): string {
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => lengthOf(line[column] ?? ''))))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function htmlOfTable({ head, rows }: Table): string {
  const cell = (tag: 'th' | 'td', text: string) =>
    `<${tag} style="padding:4px 12px 4px 0;text-align:left;vertical-align:top;font-weight:${tag === 'th' ? 600 : 400}">${escapeHtml(text)}</${tag}>`
  const row = (tag: 'th' | 'td', cells: string[]) =>
    `<tr>${cells.map((text) => cell(tag, text)).join('')}</tr>`
  return `<table style="margin:0 0 16px;border-collapse:collapse;font-size:14px;line-height:20px">
${[row('th', head), ...rows.map((cells) => row('td', cells))].join('\n')}
</table>`
}

function htmlOf(head: Branding, parts: MailParts, words: Words): string {
  const p = (content: string, style: string) => `<p style="margin:0 0 16px;${style}">${content}</p>`
  const body = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600">${escapeHtml(parts.heading)}</h1>`,
    ...parts.paragraphs.map((paragraph) => p(escapeHtml(paragraph), '')),
    ...(parts.table ? [htmlOfTable(parts.table)] : []),
    ...(parts.code
      ? [
          p(
            escapeHtml(parts.code),
            'font-size:28px;line-height:36px;letter-spacing:6px;font-weight:600;font-family:monospace',
          ),
        ]
      : []),
    ...(parts.button
      ? [
          p(
            `<a href="${escapeHtml(parts.button.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${head.accent};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(parts.button.label)}</a>`,
            '',
          ),
        ]
      : []),
    ...(parts.note ? [p(escapeHtml(parts.note), 'font-size:14px;color:#5a5f52')] : []),
  ].join('\n')
  return `<!doctype html>
<html lang="${words.language}"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(parts.subject))}</title></head>
<body style="margin:0;padding:24px;background:#fbf9f4;color:#22271f;font:16px/24px system-ui,-apple-system,Segoe UI,Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e3dfd3;border-radius:12px">
<p style="margin:0 0 24px;font-weight:600;color:${head.accent}">${escapeHtml(head.brandName)}</p>
${body}
</div>
<p style="max-width:560px;margin:16px auto 0;font-size:14px;color:#5a5f52">${footOf(head, words)}</p>${leaveLine(parts, words)}
</body></html>
`
}

const linkOf = (href: string, label: string) =>
  `<a href="${escapeHtml(href)}" style="color:#5a5f52">${escapeHtml(label)}</a>`

function footOf({ brandName, publicUrl, links }: Branding, words: Words): string {
  return [
    escapeHtml(brandName),
    linkOf(publicUrl, publicUrl),
    ...links.map(({ label, href }) => linkOf(href, words.of(label))),
  ].join(' · ')
}

function leaveLine({ leave }: MailParts, { t }: Words): string {
  if (leave?.about === undefined) return ''
  // What the link says stands between the halves of the sentence.
  const [before = '', label = '', after = ''] = t`[Unsubscribe] from mails about ${leave.about}`.split(
    /[[\]]/,
  )
  const line = `${escapeHtml(before)}${linkOf(leave.url, label)}${escapeHtml(after)}`
  return `
<p style="max-width:560px;margin:8px auto 0;font-size:14px;color:#5a5f52">${line}</p>`
}
