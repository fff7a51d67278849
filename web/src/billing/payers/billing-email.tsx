import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import { getBillingEntity, type BillingEntity } from '@byre/contract/billing/billing-entities'
import { recipientLimits, resendBillingEmail } from '@byre/contract/billing/invoice-recipients'
import { limits } from '@byre/contract/limits'
import { IconMail, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format.ts'
import { remember } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/use-call.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/forms/resend-code.tsx'

const linkMs = recipientLimits.days * 24 * 3600 * 1000

/** What keeps a payer's address from getting its mails, for those who run it; nothing where it gets them. */
export function BillingEmailState({ entity }: { entity: BillingEntity }) {
  const { email_state: state, email_asked_at: askedAt } = entity
  if (state === 'refused')
    return (
      <Banner
        is="warning"
        action={
          <ButtonLink
            to={paths.editBillingEntity(entity.id)}
            icon={IconPencil}
          >{t`Change the Address`}</ButtonLink>
        }
      >{rich`${(<strong>{entity.email}</strong>)} does not want mail about this billing information. ${meanwhile}`}</Banner>
    )
  if (state !== 'waiting') return null
  const isOver = isLinkOver(askedAt)
  return (
    <Banner is={isOver ? 'warning' : 'info'} action={<AskAgain entity={entity} />}>
      <WaitingFor email={entity.email}>
        {askedAt === null && t`It has not been asked yet.`}
        {askedAt !== null && !isOver && t`It was asked by mail on ${formatDate(askedAt)}.`}
        {askedAt !== null && isOver && t`It was asked on ${formatDate(askedAt)}, and that link has expired.`}
      </WaitingFor>
    </Banner>
  )
}

const isLinkOver = (askedAt: string | null) => askedAt !== null && Date.parse(askedAt) + linkMs < Date.now()

const meanwhile = t`Invoices, receipts and reminders go to its Owners.`

function WaitingFor({ email, children }: { email: string | null; children: ReactNode }) {
  return <>{rich`Waiting for an answer from ${(<strong>{email}</strong>)}. ${children} ${meanwhile}`}</>
}

function AskAgain({ entity }: { entity: BillingEntity }) {
  const { id, email, email_asked_at: askedAt } = entity
  const { ask, busy } = useCall(resendBillingEmail)
  const left = useSecondsUntil(askedAt === null ? 0 : Date.parse(askedAt) + limits.resendAfterSeconds * 1000)
  const send = async () => {
    try {
      const said = await ask({ id })
      remember(getBillingEntity, { id }, { ...entity, ...said })
      if (said.email_state === 'confirmed') toast.success(t`${email ?? ''} gets the mails from now on.`)
      else toast.success(t`A mail asking for confirmation was sent to ${email ?? ''}.`)
    } catch (error) {
      toast.failure(error)
    }
  }
  const label = askedAt === null ? t`Ask Now` : t`Ask Again`
  return (
    <Button
      icon={IconMail}
      disabled={left > 0}
      busy={busy || left > 0}
      busyLabel={left > 0 ? t`${label} in ${left} s` : t`Sending..`}
      onClick={() => void send()}
    >
      {label}
    </Button>
  )
}
