import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'
import { asPage } from './headers.ts'
import { escapeHtml } from './letter.ts'
import { listKeptMails, type KeptMail } from './mail.ts'

const policy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
// The mail's own HTML is shown as a stranger: no script, an origin of its own.
const mailPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

const isLoopback = (request: FastifyRequest) =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '127.0.0.1')

/** `/dev/mail`: the mails that would have left, for development on this machine only. */
export function addMailPage(app: FastifyInstance, folder: string): void {
  const options = { constraints: { side: 'portal' } }
  const only = (request: FastifyRequest) => {
    if (!isLoopback(request)) refuse('not_found')
  }

  app.get('/dev/mail', options, async (request, reply) => {
    only(request)
    const mails = await listKeptMails(folder)
    return asPage(reply, policy).send(page('Mail', mails.length > 0 ? listOf(mails) : '<p>No mail yet.</p>'))
  })

  app.get('/dev/mail/:id', options, async (request, reply) => {
    only(request)
    const mail = await findMail(folder, request)
    const facts = `<p>To ${escapeHtml(mail.to)}, <time>${escapeHtml(mail.at)}</time></p>`
    const body = `<pre>${escapeHtml(mail.text)}</pre><p><a href="/dev/mail/${mail.id}/html">As HTML</a></p>`
    return asPage(reply, policy).send(page(mail.subject, facts + body))
  })

  app.get('/dev/mail/:id/html', options, async (request, reply) => {
    only(request)
    const mail = await findMail(folder, request)
    return asPage(reply, mailPolicy).send(mail.html)
  })

  app.get('/dev/mail.css', options, async (_, reply) => reply.type('text/css; charset=utf-8').send(styles))
}

async function findMail(folder: string, request: FastifyRequest): Promise<KeptMail> {
  const { id } = request.params as { id: string }
  const mail = (await listKeptMails(folder)).find((one) => one.id === id)
  return mail ?? refuse('not_found')
}

function listOf(mails: KeptMail[]): string {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a><br><small>${escapeHtml(mail.to)}, <time>${escapeHtml(mail.at)}</time></small></li>`,
  )
  return `<ul>${rows.join('\n')}</ul>`
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/dev/mail.css"></head>
<body><main><nav aria-label="Mail"><a href="/dev/mail">All mail</a></nav><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
}

const styles = `:root{color-scheme:light dark}body{margin:0;font:16px/24px system-ui,sans-serif;background:#fbf9f4;color:#22271f}
main{max-width:640px;margin:0 auto;padding:24px 16px}a{color:#1f5c4a}ul{list-style:none;padding:0}
li{padding:12px 0;border-bottom:1px solid #e3dfd3}li a,nav a{display:inline-block;min-height:44px;line-height:44px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:16px;background:#fff;border:1px solid #e3dfd3;border-radius:12px;font:16px/24px ui-monospace,monospace}
@media(prefers-color-scheme:dark){body{background:#14181a;color:#eceae2}a{color:#7cc4a8}pre{background:#1c2123;border-color:#2c3234}li{border-color:#2c3234}}`
