import { confirmInvoiceRecipient, leaveInvoices } from '@byre/contract/invoice-recipients'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { requestIdOf, sentenceOf } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

type Answer = 'yes' | 'no'
interface Answered {
  answer: Answer
  email: string
  payer_name: string
}

/** Where the links of mails about invoices lead. A press, not the visit, answers: mail programs open links, too. */
export function Component() {
  const { hash } = useLocation()
  // After #, so that it never reaches a log.
  const [[deed, id = '', token = '']] = useState(() => hash.slice(1).split('.'))
  const isLeaving = deed === 'leave'
  const yes = useCall(confirmInvoiceRecipient)
  const no = useCall(leaveInvoices)
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  const say = async (answer: Answer) => {
    setFailure(null)
    try {
      const told = await (answer === 'yes' ? yes : no).ask({ id, token })
      setAnswered({ answer, ...told })
    } catch (error) {
      setFailure(error)
    }
  }
  const refusing = (
    <Button
      kind={isLeaving ? 'primary' : undefined}
      busy={no.busy}
      busyLabel="One moment.."
      onClick={() => void say('no')}
    >
      No, never
    </Button>
  )
  const mayRegret = answered?.answer === 'no' && !isLeaving
  return (
    <Page title={isLeaving ? 'Get no more invoices' : 'Get invoices by mail'} narrow>
      {answered ? <Said {...answered} /> : <Asked isLeaving={isLeaving} />}
      {failure !== null && (
        <Banner is="danger" live>
          {sentenceOf(failure)}
          {requestIdOf(failure) && <small> Request {requestIdOf(failure)}</small>}
        </Banner>
      )}
      <div className="row">
        {!isLeaving && (!answered || mayRegret) && (
          <Button
            kind={answered ? undefined : 'primary'}
            busy={yes.busy}
            busyLabel="One moment.."
            onClick={() => void say('yes')}
          >
            {answered ? 'I do want them' : 'Yes, send them'}
          </Button>
        )}
        {!answered && refusing}
      </div>
    </Page>
  )
}

function Asked({ isLeaving }: { isLeaving: boolean }) {
  return (
    <p>
      {isLeaving
        ? 'Nothing about these invoices will be mailed to your address any more, and nobody can have it asked again for the same payer.'
        : 'Somebody wants invoices and receipts to be mailed to your address; the mail says who, and for what. Nothing is sent unless you say yes, and each mail tells how to end it.'}
    </p>
  )
}

function Said({ answer, email, payer_name }: Answered) {
  return (
    <Banner is="success" live>
      {answer === 'yes' ? (
        <>
          <strong>{email}</strong> gets the invoices of {payer_name} from now on.
        </>
      ) : (
        <>
          <strong>{email}</strong> gets nothing about {payer_name} any more.
        </>
      )}
    </Banner>
  )
}
