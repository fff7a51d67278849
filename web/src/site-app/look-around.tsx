import { addDemo, getDemo } from '@byre/contract/herd/demo'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { sentenceOf } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAppAsk, useAppCommand } from './asks.ts'
import { useMay, useMe } from './me.ts'
import { paths } from './paths.ts'
import { RemoveDemo } from './demo-notice.tsx'
import { Loaded } from './loaded.tsx'

/** Look around: sixty invented animals, which are taken away again. */
export function Component() {
  const ask = useAppAsk(getDemo, {})
  return (
    <Page title="Look around" crumbs={[{ label: 'Today', to: paths.today() }]} narrow>
      <Loaded ask={ask} skeleton={<Skeleton height="8rem" />} failed="The demo animals could not be loaded.">
        {({ animals }) => (animals > 0 ? <There animals={animals} /> : <Offer />)}
      </Loaded>
    </Page>
  )
}

function There({ animals }: { animals: number }) {
  const may = useMay('import')
  const mayTry = useMe().rights.includes('record')
  return (
    <>
      <p>
        {`There are ${animals} demo animals here.`}
        {mayTry && ' Treat them, move them, try to ship one that is held.'}
      </p>
      {may && (
        <div className="form-buttons">
          <RemoveDemo />
        </div>
      )}
    </>
  )
}

function Offer() {
  const { rights } = useMe()
  const may = useMay('import')
  const navigate = useNavigate()
  const { send, busy } = useAppCommand(addDemo, {})
  const [problem, setProblem] = useState<string | null>(null)
  const add = async () => {
    setProblem(null)
    try {
      const { animals } = await send({})
      toast.success(`${animals} demo animals added.`)
      await navigate(paths.today())
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  if (!may)
    return (
      <Banner is="info">
        {rights.includes('import')
          ? 'Demo animals can be added again once the payment is settled.'
          : 'Only an owner or a manager can add demo animals.'}
      </Banner>
    )
  return (
    <>
      <p>
        Sixty invented animals in four pens, weighed since they came, some of them treated and held. Use them
        to try things. They are marked as demo, and you can remove them all again.
      </p>
      {problem && (
        <Banner is="danger" live>
          {problem}
        </Banner>
      )}
      <div className="form-buttons">
        <Button kind="primary" busy={busy} busyLabel="Adding.." onClick={() => void add()}>
          Add demo animals
        </Button>
      </div>
    </>
  )
}
