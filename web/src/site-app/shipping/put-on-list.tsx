import { IconTruck } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { dialogIn } from '../../ui/fetched/dialog-in.tsx'
import { useMe } from '../me.ts'
import type { RecordedOf } from '../recording/record.tsx'

const fetchDialog = () => import('./put-on-dialog.tsx')
const PutOnDialog = dialogIn(async () => (await fetchDialog()).PutOnDialog)
const prefetch = () => void fetchDialog().catch(() => undefined)

interface PutOnListProps {
  of: RecordedOf
  kind?: 'plain' | 'quiet'
}

/** Drawn for whoever may write ship lists: these animals, or all that stand in a pen, are put on one. */
export function PutOnList({ of, kind = 'plain' }: PutOnListProps) {
  const mayRecord = useMe().rights.includes('record')
  const [isOpen, setOpen] = useState(false)
  if (!mayRecord) return null
  return (
    <>
      <Button
        kind={kind}
        icon={IconTruck}
        aria-label={'pen' in of ? `Ship pen ${of.pen.name}` : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        {'pen' in of ? 'Ship' : 'Put on a ship list'}
      </Button>
      {isOpen && <PutOnDialog of={of} onClose={() => setOpen(false)} />}
    </>
  )
}
