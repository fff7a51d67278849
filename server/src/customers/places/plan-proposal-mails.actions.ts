import type { Words } from '@byre/contract/words'
import type { Context } from '../../context.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { writeMail, type MailText } from '../../platform/mail/mail-layout.ts'
import { shareOf, type Cause } from '../../platform/mail/mail-limits.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { mayPayWith } from '../billing-entities/billing-entities.policy.ts'
import { leaveOf, longDate, placePage, shortName } from '../mails.ts'
import { findProposalMail } from './plan-proposals.queries.ts'
import type { Billing } from '../ports.ts'

interface DueMail {
  letter: 'proposed' | 'accepted' | 'declined'
  proposal_id: string
  user_id: string
}

export const proposalMail = queue<DueMail>('customers.mailProposal', {
  retryLimit: 1000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 7 * 24 * 3600,
})

/** Tells those who run a payer what is proposed to it, and whoever proposed it what became of that. */
export function sendProposalMails(context: Context<'customers'>, billing: Billing): void {
  const { db, outbox, mailer, mailLeaving, branding, config, secrets } = context
  const mailContext = { secrets, limitFactor: config.limitFactor }
  outbox.handle(proposalMail, async ({ id, data: { letter, proposal_id, user_id } }) => {
    const [facts] = await findProposalMail(db, { id: proposal_id, user_id })
    // Answered or overtaken meanwhile, or no longer theirs to answer.
    if (!facts || facts.status !== (letter === 'proposed' ? 'open' : letter)) return
    if (letter === 'proposed' && (facts.payer_role === null || !mayPayWith(facts.payer_role))) return

    const isAsked = letter === 'proposed'
    if (!isAsked && !facts.is_wanted) return

    const words = wordsOf(facts.language)
    const { t } = words
    const plan = await billing.planInWords(db, facts.plan_id, words)
    const button = isAsked
      ? {
          label: t`Accept or decline`,
          url: placePage(config.publicUrl, 'billing_entity', facts.billing_entity_id),
        }
      : { label: t`Open the ${facts.kind}`, url: placePage(config.publicUrl, facts.kind, facts.place_id) }
    const cause: Cause = { shares: [shareOf('proposals', mailContext, facts.email)] }
    const parts = {
      to: facts.email,
      button,
      addresses: [facts.proposer_email],
      ...(isAsked ? {} : { leave: leaveOf(words, mailLeaving, 'answers', user_id) }),
      ...textOf(words, letter, facts, plan),
    }
    await mailer.send(id, writeMail(branding, parts, words), cause)
  })
}

type Facts = Awaited<ReturnType<typeof findProposalMail>>[number]

function textOf(
  words: Words,
  letter: DueMail['letter'],
  facts: Facts,
  plan: { name: string; price: string },
): MailText {
  const { t } = words
  const place = shortName(facts.place_name)
  const billingEntity = shortName(facts.payer_name)
  const proposer = shortName(facts.proposer_name)
  const titled = (heading: string, ...paragraphs: string[]) => ({ subject: heading, heading, paragraphs })
  if (letter === 'accepted')
    return titled(
      t`${plan.name} was accepted for ${place}`,
      t`The plan that you proposed was chosen for ${place}.`,
    )
  if (letter === 'declined')
    return titled(
      t`${plan.name} was declined for ${place}`,
      t`The plan stays the same. You can propose another one, or choose billing information that you run.`,
    )
  return titled(
    t`${proposer} proposes ${plan.name} for ${place}`,
    t`${proposer} owns the ${facts.kind} ${place}, which ${billingEntity} pays for, and would like the plan ${plan.name}: ${plan.price}, without tax.`,
    t`Nothing is charged unless somebody who runs ${billingEntity} accepts, until ${longDate(words, facts.expires_at)}.`,
  )
}
