import addressparser from 'nodemailer/lib/addressparser'
import * as base64 from 'nodemailer/lib/base64'
import { buildHeaderValue, encodeWords, foldLines, isPlainText, quoteString } from 'nodemailer/lib/mime-funcs'
import * as quotedPrintable from 'nodemailer/lib/qp'
import { domainToASCII } from 'node:url'
import { oneLine } from '../text.ts'
import type { Attachment, Mail } from './mail.ts'

/** Who mails are from: for their envelope, for their ids, and as their header says it. */
export interface Sender {
  address: string
  host: string
  header: string
}

/** Reads `Byre Sites <no-reply@byre.example>`. */
export function senderOf(mailFrom: string): Sender {
  const [{ name, address: given } = { name: '', address: mailFrom }] = addressparser(mailFrom, {
    flatten: true,
  })
  const at = given.lastIndexOf('@')
  const domain = given.slice(at + 1)
  // An address in brackets is no domain, and stays.
  const host = domainToASCII(domain) || domain
  const address = `${given.slice(0, at)}@${host}`
  const called = isPlainText(name) ? quoteString(name) : encodeWords(name, 'Q', wordLength)
  return { address, host, header: name === '' ? address : `${called} <${address}>` }
}

/**
 * A mail as it crosses the network, in ASCII lines that end in CRLF: its headers (RFC 5322, RFC 2047), text and HTML of which a
 * reader is shown one (RFC 2046), and what is attached (RFC 2183). `id` names it, and stands between its parts: as random as
 * its job's id, which no text in it could have known. Refuses an address that is none.
 */
export function mailText(id: string, { host, header }: Sender, mail: Mail): string {
  if (!addressShape.test(mail.to)) throw new Error('a mail is to no address')
  const words = multipart('alternative', id, [
    textPart('text/plain', mail.text),
    textPart('text/html', mail.html),
  ])
  const files = mail.attachments?.map(attached) ?? []
  return lines(
    'Auto-Submitted: auto-generated',
    ...(mail.leaveUrl === undefined ? [] : oneClick(mail.leaveUrl)),
    `From: ${header}`,
    `To: ${mail.to}`,
    foldLines(`Subject: ${encodeWords(oneLine(mail.subject), 'Q', wordLength)}`),
    `Message-ID: <${id}@${host}>`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    files.length === 0 ? words : multipart('mixed', id, [words, ...files]),
    '',
  )
}

/** What an encoded word of a header holds at most. */
const wordLength = 52

/** Every address that the contract takes, and nothing that means something in a header. */
const addressShape = /^[\w!#$%&'*+/=?^`{|}~.-]+@[a-z0-9.-]+$/i

const lines = (...those: string[]) => those.join('\r\n')

/** RFC 8058. */
const oneClick = (url: string) => [
  `List-Unsubscribe: <${url}>`,
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
]

/** No boundary begins another, which is all that a reader looks for (RFC 2046, 5.1.2), and none can stand in an encoded part (RFC 2045, 6.7). */
function multipart(kind: 'alternative' | 'mixed', id: string, parts: string[]): string {
  const boundary = `=_${kind}_${id}`
  return lines(
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.map((part) => lines(`--${boundary}`, part)),
    `--${boundary}--`,
  )
}

const textPart = (type: string, text: string) =>
  lines(
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    quotedPrintable.wrap(quotedPrintable.encode(text.replace(/\r?\n/g, '\r\n'))),
  )

const attached = ({ name, type, content }: Attachment) =>
  lines(
    foldLines(`Content-Type: ${buildHeaderValue({ value: type, params: { name } })}`),
    'Content-Transfer-Encoding: base64',
    foldLines(
      `Content-Disposition: ${buildHeaderValue({ value: 'attachment', params: { filename: name } })}`,
    ),
    '',
    base64.wrap(content),
  )
