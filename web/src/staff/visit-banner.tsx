import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { clock } from '../lib/clock.ts'
import { formatTime } from '../lib/format.ts'
import { onSession, currentSession } from '../lib/session.ts'
import { leaveVisit, shownVisit } from './support-visit.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

/** Above everything, whatever is scrolled: whose eyes this is seen through, and until when. It cannot be closed. */
export function VisitBanner() {
  const [visit] = useState(shownVisit)
  const [room] = useState(() => document.createElement('div'))
  useEffect(() => {
    Object.assign(room.style, { position: 'sticky', top: '0', zIndex: '100' })
    document.body.prepend(room)
    return () => room.remove()
  }, [room])

  useEffect(() => {
    const leave = () => {
      if (!currentSession()) leaveVisit(true)
    }
    const left = visit ? Date.parse(visit.until) - clock.now() : 0
    const timer = setTimeout(() => leaveVisit(), Math.max(0, left))
    const off = onSession(leave)
    return () => {
      clearTimeout(timer)
      off()
    }
  }, [visit])

  if (!visit) return null
  return createPortal(
    <section aria-label={t`Visit`}>
      <Banner
        is="warning"
        action={<Button icon={IconEye} onClick={() => leaveVisit()}>{t`End`}</Button>}
      >{rich`You see Byre as ${(<strong>{visit.name}</strong>)}, read only, until ${formatTime(visit.until)}.`}</Banner>
    </section>,
    room,
  )
}
