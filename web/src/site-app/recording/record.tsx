import type { Course } from '@byre/contract/herd/animals'
import { IconClipboardPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { dialogIn } from '../../ui/fetched/dialog-in.tsx'
import { useMe } from '../me.ts'
import type { RecordedKind } from './kinds.ts'

const fetchDialog = () => import('./record-dialog.tsx')
const RecordDialog = dialogIn(async () => (await fetchDialog()).RecordDialog)
const prefetch = () => void fetchDialog().catch(() => undefined)

/** What was done: to one animal, to several, or to all that stand in a pen now. */
export type RecordedOf =
  | { animals: readonly { id: string; name: string; courses?: readonly Course[] }[] }
  | { pen: { id: string; name: string } }

/** Drawn for whoever may record; where payment is wanting, its dialog offers what food is safe by. */
export const RecordButton = ({ of }: { of: RecordedOf }) => <Recording of={of} kind="primary" />

/** What became of the next dose of a course. */
export const RecordDose = ({ of, words = 'Record a dose' }: { of: RecordedOf; words?: string }) => (
  <Recording of={of} kind="plain" asked="dose" words={words} />
)

/** In a row of a list, where it is one of many. */
export const RecordInRow = ({ of }: { of: RecordedOf }) => <Recording of={of} kind="quiet" />

interface RecordingProps {
  of: RecordedOf
  kind: 'primary' | 'plain' | 'quiet'
  asked?: RecordedKind
  words?: string
}

function Recording({ of, kind, asked, words = 'Record' }: RecordingProps) {
  const { rights } = useMe()
  const [open, setOpen] = useState(false)
  if (!rights.includes('record')) return null
  return (
    <>
      <Button
        kind={kind}
        icon={IconClipboardPlus}
        aria-label={'pen' in of ? `Record for pen ${of.pen.name}` : undefined}
        disabled={'animals' in of && of.animals.length === 0}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        {words}
      </Button>
      {open && <RecordDialog of={of} {...(asked && { kind: asked })} onClose={() => setOpen(false)} />}
    </>
  )
}
