import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import {
  confirmInvoiceRecipient,
  leaveInvoices,
  lookUpInvoiceLink,
} from '@byre/contract/billing/invoice-recipients'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../lib/api.ts'
import { useAnswer } from '../../lib/query.ts'
import { Refusal } from '../../lib/refusal.ts'
import { useCall } from '../../lib/use-call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureBanner } from '../../ui/failure-banner.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'

type Answer = 'yes' | 'no'
interface About {
  email: string
  payer_name: string
}
interface Answered extends About {
  answer: Answer
}

/** Where the links of mails about invoices lead. A press, not the visit, answers: mail programs open links, too. */
export function Component() {
  const { hash } = useLocation()
  // After #, so that it never reaches a log.
  const [[deed, id = '', token = '']] = useState(() => hash.slice(1).split('.'))
  const isLeaving = deed === 'leave'
  const about = useAnswer(id === '' ? null : [lookUpInvoiceLink.name, id], (signal) =>
    call(lookUpInvoiceLink, { id, token }, { signal }),
  )
  const yes = useCall(confirmInvoiceRecipient)
  const no = useCall(leaveInvoices)
  // Also where a mail program has cut the link.
  const isDead = id === '' || (about.error instanceof Refusal && [400, 404].includes(about.error.status))
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  const say = async (answer: Answer) => {
    setFailure(null)
    try {
      const reply = await (answer === 'yes' ? yes : no).ask({ id, token })
      setAnswered({ answer, ...reply })
    } catch (error) {
      setFailure(error)
    }
  }
  const refusing = (
    <Button
      kind={isLeaving ? 'primary' : undefined}
      busy={no.busy}
      busyLabel={t`One moment..`}
      onClick={() => void say('no')}
    >{t`No, never`}</Button>
  )
  const mayRegret = answered?.answer === 'no' && !isLeaving
  const accepting = (
    <Button
      kind={answered ? undefined : 'primary'}
      busy={yes.busy}
      busyLabel={t`One moment..`}
      onClick={() => void say('yes')}
    >
      {answered ? t`I do want them` : t`Yes, send them`}
    </Button>
  )
  return (
    <Page title={isLeaving ? t`Get no more invoices` : t`Get invoices by mail`} narrow>
      {isDead && !about.data ? (
        <Banner is="warning">{t`This link no longer works. If you were asked again, use the newest mail.`}</Banner>
      ) : (
        <Loaded ask={about} skeleton={<Skeleton height="8rem" />}>
          {(about) => (
            <>
              {answered ? <Said {...answered} /> : <Question {...about} isLeaving={isLeaving} />}
              <FailureBanner failure={failure} />
              {(!answered || mayRegret) && (
                <div className="row">
                  {!isLeaving && accepting}
                  {!answered && refusing}
                </div>
              )}
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

function Question({ isLeaving, email, payer_name }: About & { isLeaving: boolean }) {
  return isLeaving ? (
    <p>{rich`Nothing about the invoices of ${(<strong>{payer_name}</strong>)} will be mailed to ${(<strong>{email}</strong>)} any more, and nobody can have that address asked about them again.`}</p>
  ) : (
    <p>{rich`Somebody wants the invoices and receipts of ${(<strong>{payer_name}</strong>)} to be mailed to ${(<strong>{email}</strong>)}; the mail says who. Nothing is sent unless you say yes, and each mail tells how to end it.`}</p>
  )
}

function Said({ answer, email, payer_name }: Answered) {
  return (
    <Banner is="success" live>
      {answer === 'yes' ? (
        <>{rich`${(<strong>{email}</strong>)} gets the invoices of ${payer_name} from now on.`}</>
      ) : (
        <>{rich`${(<strong>{email}</strong>)} gets nothing about ${payer_name} any more.`}</>
      )}
    </Banner>
  )
}
