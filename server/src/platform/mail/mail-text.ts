import type { PluginFunction } from 'nodemailer'
import * as base64 from 'nodemailer/lib/base64'
import type MimeNode from 'nodemailer/lib/mime-node'
import * as quotedPrintable from 'nodemailer/lib/qp'
import { Readable } from 'node:stream'

/** Has a composed mail leave as one text: what is composed as it is sent leaves in a packet for each part. */
export const asOneText: PluginFunction = ({ message }, done) => {
  try {
    const text = Buffer.from(textOf(message))
    // Asked for anew where another connection takes the mail over.
    message.createReadStream = () => streamOf(text)
  } catch (error) {
    return done(error as Error)
  }
  return done()
}

/** What `Readable.from` gives, without its iterator. */
function streamOf(text: Buffer): Readable {
  const stream = new Readable({ read: () => undefined })
  stream.push(text)
  stream.push(null)
  return stream
}

/**
 * A composed mail as it crosses the network, by the library's own headers and encodings. Its `build` gives the same through a
 * dozen streams, which cost several times what they carry (decision 0151).
 */
function textOf(node: MimeNode): string {
  // Says how the content is encoded, and what stands between parts.
  const head = `${node.buildHeaders()}\r\n\r\n`
  if (!node.multipart) return head + encoded(node)
  const parts = node.childNodes.map((part) => `--${node.boundary}\r\n${textOf(part)}`)
  return `${head}${parts.join('\r\n')}\r\n--${node.boundary}--\r\n`
}

function encoded(node: MimeNode): string {
  const { content } = node
  if (typeof content !== 'string' && !Buffer.isBuffer(content)) throw new Error('a part of a mail is no text')
  const { wrap, encode } = node.getTransferEncoding() === 'base64' ? base64 : quotedPrintable
  return node.getTransferEncoding() === '7bit' ? String(content) : wrap(encode(content))
}
