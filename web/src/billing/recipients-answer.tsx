import { confirmInvoiceRecipient, leaveInvoices } from '@byre/contract/invoice-recipients'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { requestIdOf, sentenceOf } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** Where the links of mailed copies lead. A press, not the visit, answers: mail programs open links, too. */
export function Component() {
  const { hash } = useLocation()
  // After #, so that it never reaches a log.
  const [[deed, id, token]] = useState(() => hash.slice(1).split('.'))
  const isLeaving = deed === 'leave'
  const { ask, busy } = useCall(isLeaving ? leaveInvoices : confirmInvoiceRecipient)
  const [done, setDone] = useState<{ email: string; payer_name: string } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  const answer = async () => {
    setFailure(null)
    try {
      setDone(await ask({ id: id ?? '', token: token ?? '' }))
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Page title={isLeaving ? 'Get no more invoices' : 'Get invoices by mail'} narrow>
      {done ? (
        <Banner is="success" live>
          {isLeaving ? (
            <>
              <strong>{done.email}</strong> gets no more invoices of {done.payer_name}.
            </>
          ) : (
            <>
              <strong>{done.email}</strong> gets every invoice of {done.payer_name} from now on.
            </>
          )}
        </Banner>
      ) : (
        <>
          <p>
            {isLeaving
              ? 'No more copies will be sent to your address. You can be asked again at any time.'
              : 'You are asked to get a copy of invoices and receipts. Each of those mails tells how to end it.'}
          </p>
          {failure !== null && (
            <Banner is="danger" live>
              {sentenceOf(failure)}
              {requestIdOf(failure) && <small> Request {requestIdOf(failure)}</small>}
            </Banner>
          )}
          <p>
            <Button kind="primary" busy={busy} busyLabel="One moment.." onClick={() => void answer()}>
              {isLeaving ? 'Get no more' : 'Get these invoices'}
            </Button>
          </p>
        </>
      )}
    </Page>
  )
}
