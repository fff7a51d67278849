import { getPlanSize } from '@byre/contract/herd/settings'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { usePatience } from '../ui/patience.ts'
import { useAppAsk } from './asks.ts'
import { useMe } from './me.ts'
import { Waiting } from '../ui/skeletons.tsx'

/** A word to those who see what the site costs, where it has outgrown its plan. Nothing stops for it. */
export function PlanSizeNotice() {
  return useMe().rights.includes('changeSettings') ? <Outgrown /> : null
}

function Outgrown() {
  const { portal, place } = useMe()
  const { data, isPending } = useAppAsk(getPlanSize, {})
  const isKnown = usePatience(!isPending)
  if (!isKnown) return <Waiting />
  if (!data?.plan || data.head <= data.plan.head) return null
  const [head, most] = [data.head, data.plan.head].map((count) => count.toLocaleString('en'))
  return (
    <Banner is="info" action={<ButtonLink href={`${portal}/site/${place.id}`}>See the plan</ButtonLink>}>
      {`There are ${head} head here. The ${data.plan.name} plan is sized for up to ${most}. Everything goes on as it is.`}
    </Banner>
  )
}
