import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../platform/database/db.ts'
import { asPage } from '../../platform/http/headers.ts'
import type { Branding } from '../../platform/branding.ts'
import { writePage, type PageParts } from '../../platform/http/page.ts'
import type { SandboxSite } from './sandbox.ts'
import { findBooked, findFiledCard, settleCard, settlePayment } from './sandbox-book.ts'

/*
 * Where the sandbox asks a card's holder, as banks do for 3-D Secure: a page of its own at the top of the
 * window, without a script, that goes back to where the holder came from. Who knows the address may
 * answer; nothing else is told or done there.
 */

export const confirmPath = '/sandbox/confirm'

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

interface Question {
  facts: readonly (readonly [label: string, value: string])[]
  lead: string
  isOpen: boolean
  return_url: string
}

const money = (minor: number, currency: string) =>
  new Intl.NumberFormat('en-CA', { style: 'currency', currency }).format(minor / 100)

async function findQuestion(db: Db<'payments'>, id: string): Promise<Question | null> {
  const [card] = await findFiledCard(db, { id })
  if (card)
    return {
      lead: 'A shop asks to keep this card and to take later payments from it.',
      facts: [['Card', `ending in ${card.last_four}`]],
      isOpen: card.state === 'waiting',
      return_url: card.return_url ?? '/',
    }
  const [payment] = await findBooked(db, { id })
  if (!payment) return null
  return {
    lead: 'A shop asks for this payment.',
    facts: [
      ['Amount', money(payment.amount, payment.currency)],
      ['For', payment.description],
    ],
    isOpen: payment.state === 'requires_action',
    return_url: payment.return_url,
  }
}

export function sandboxPage(app: FastifyInstance, { db, tell }: SandboxSite, head: Branding): void {
  const portal = { constraints: { side: 'portal' } }
  const show = (reply: FastifyReply, parts: Omit<PageParts, 'title'>) =>
    asPage(reply, policy).send(writePage(head, { title: 'Your test bank', ...parts }))
  const lost = (reply: FastifyReply) =>
    show(reply.code(404), { heading: 'That page cannot be found', lead: 'Your bank asks nothing here.' })

  app.get(`${confirmPath}/:id`, portal, async (request, reply) => {
    const { id } = request.params as { id: string }
    const question = await findQuestion(db, id)
    if (!question) return lost(reply)
    const { lead, facts, isOpen, return_url } = question
    if (!isOpen)
      return show(reply, {
        heading: 'This was answered already',
        facts,
        links: [{ label: 'Go back', href: return_url }],
      })
    const answer = (label: string, answer: string) => ({
      label,
      action: `${confirmPath}/${id}`,
      fields: { answer },
    })
    return show(reply, {
      heading: 'Is this you?',
      lead,
      notice: 'This is a test bank: no real money moves.',
      facts,
      button: answer('Approve', 'approve'),
      otherButton: answer('Refuse', 'refuse'),
    })
  })

  app.post(`${confirmPath}/:id`, portal, async (request, reply) => {
    const { id } = request.params as { id: string }
    const { answer } = (request.body ?? {}) as { answer?: string }
    const question = await findQuestion(db, id)
    if (!question) return lost(reply)
    if (await settle(db, id, answer === 'approve'))
      await tell({ kind: id.startsWith('sandbox_card_') ? 'setup' : 'payment', id })
    return reply.redirect(question.return_url, 303)
  })
}

/** Whether this answer is the one that counts; the first is. */
async function settle(db: Db<'payments'>, id: string, isApproved: boolean): Promise<boolean> {
  const [card] = await settleCard(db, { id, state: isApproved ? 'kept' : 'refused' })
  if (card) return true
  const [payment] = await settlePayment(db, {
    id,
    state: isApproved ? 'succeeded' : 'declined',
    decline_code: isApproved ? null : 'authentication_failed',
  })
  return payment !== undefined
}
