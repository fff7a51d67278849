import { getToday, type Today } from '@byre/contract/herd/today'
import { IconBarcode } from '@tabler/icons-react'
import { useState } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAppAsk } from '../asks.ts'
import { DemoNotice } from '../demo-notice.tsx'
import { Loaded } from '../loaded.tsx'
import { PlanSizeNotice } from '../plan-size.tsx'
import { DoorList } from './door-list.tsx'
import { paths } from '../paths.ts'
import { HeadByPen } from './head-by-pen.tsx'
import { TodaysFindings, TodaysHolds, OutOfTheirPen } from './needs.tsx'
import './today.css'
import { PullsByDay } from './pulls-by-day.tsx'
import { TodaysLoads } from './todays-loads.tsx'
import { OnScreen } from '../../ui/skeletons.tsx'

/** What needs a person today; in a site without animals, the ways to begin. */
export function Component() {
  const ask = useAppAsk(getToday, {})
  // Most sites have animals: their button keeps its place from the start.
  const [mayScan, tell] = useState(true)
  return (
    <Page
      title="Today"
      actions={
        mayScan && (
          <ButtonLink to={paths.scan()} icon={IconBarcode}>
            Scan
          </ButtonLink>
        )
      }
    >
      <DemoNotice />
      <PlanSizeNotice />
      <Loaded ask={ask} skeleton={<Skeleton height="24rem" />} failed="Today could not be loaded.">
        {(today) => (
          <>
            <OnScreen is={today.has_animals} tell={tell} />
            {today.has_animals ? <Needs today={today} /> : <DoorList />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** What has to be done first, then how the yard stands. */
function Needs({ today }: { today: Today }) {
  return (
    <div className="today">
      <div className="today-part">
        <TodaysHolds today={today} />
        <TodaysLoads today={today} />
      </div>
      <div className="today-part">
        <TodaysFindings today={today} />
        <OutOfTheirPen today={today} />
        <PullsByDay today={today} />
      </div>
      <div className="today-part">
        <HeadByPen today={today} />
      </div>
    </div>
  )
}
