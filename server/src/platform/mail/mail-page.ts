import type { FastifyInstance, FastifyRequest } from 'fastify'
import { devOnly } from '../http/dev-page.ts'
import { refuse } from '../errors.ts'
import { asPage } from '../http/headers.ts'
import { type Branding } from '../branding.ts'
import { escapeHtml } from '../text.ts'
import { findKeptMail, listKeptMails, type KeptMail } from './mail.ts'
import { wrapPage } from '../http/page.ts'

const policy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
// The mail's own HTML is shown as a stranger: no script, an origin of its own.
const mailPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** `/dev/mail`: the mails that would have left, for development on this machine only. */
export function addMailPage(app: FastifyInstance, folder: string, head: Branding): void {
  const page = (title: string, body: string) =>
    wrapPage(
      head,
      title,
      `<nav aria-label="Mail"><a href="/dev/mail">All mail</a></nav><h1>${escapeHtml(title)}</h1>\n${body}`,
    )

  app.get('/dev/mail', devOnly, async (_, reply) => {
    const mails = await listKeptMails(folder)
    return asPage(reply, policy).send(page('Mail', mails.length > 0 ? listOf(mails) : '<p>No mail yet.</p>'))
  })

  app.get('/dev/mail/:id', devOnly, async (request, reply) => {
    const mail = await mailIn(folder, request)
    const facts = `<p>To ${escapeHtml(mail.to)}, <time>${escapeHtml(mail.at)}</time></p>`
    const body = `<pre>${escapeHtml(mail.text)}</pre><p><a href="/dev/mail/${mail.id}/html">As HTML</a></p>`
    return asPage(reply, policy).send(page(mail.subject, facts + body))
  })

  app.get('/dev/mail/:id/html', devOnly, async (request, reply) => {
    const mail = await mailIn(folder, request)
    return asPage(reply, mailPolicy).send(mail.html)
  })
}

async function mailIn(folder: string, request: FastifyRequest): Promise<KeptMail> {
  const { id } = request.params as { id: string }
  return (await findKeptMail(folder, id)) ?? refuse('not_found')
}

function listOf(mails: KeptMail[]): string {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a><br>${escapeHtml(mail.to)}, <time>${escapeHtml(mail.at)}</time></li>`,
  )
  return `<ul class="mails">${rows.join('\n')}</ul>`
}
