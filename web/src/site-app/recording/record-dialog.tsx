import { useEffect, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Coming } from '../loaded.tsx'
import { useMe } from '../me.ts'
import { withWord } from '../words.ts'
import { useDiscarding } from './discarding.tsx'
import { kinds, type RecordedKind } from './kinds.ts'
import { kindsFor } from './offered.ts'
import type { RecordedOf } from './record.tsx'
import './recording.css'
import { fetchTreated, RecordForm } from './record-form.tsx'
import { useSubjects, type Subject } from './subjects.ts'

interface RecordDialogProps {
  of: RecordedOf
  /** What is to be recorded, where that is known already. */
  kind?: RecordedKind
  onClose: () => void
}

/** What happened is chosen first, then said; what is typed is lost by nothing but being discarded. */
export function RecordDialog({ of, kind: asked, onClose }: RecordDialogProps) {
  const reading = useSubjects(of)
  const [kind, setKind] = useState<RecordedKind | null>(asked ?? null)
  const [isDirty, setDirty] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { leave, question } = useDiscarding({ isDirty, isBusy }, 'What you typed and did not record is lost.')
  useEffect(() => void fetchTreated().catch(() => undefined), [])
  const chooseOther = () => {
    setDirty(false)
    setKind(null)
  }

  return (
    <>
      <Dialog title={titleOf(of, kind)} wide onClose={() => leave(onClose)}>
        {reading.is === 'failed' ? (
          <ErrorState error={reading.error} onRetry={reading.again} />
        ) : reading.is === 'reading' ? (
          <Coming>
            <Skeleton height="10rem" />
          </Coming>
        ) : reading.subjects.length === 0 ? (
          <EmptyState title="No animals here">Nothing can be recorded of an empty pen.</EmptyState>
        ) : kind === null ? (
          <Kinds subjects={reading.subjects} onChoose={setKind} />
        ) : (
          <>
            {reading.subjects.length > 1 && <p>Recorded for each of {reading.subjects.length} animals.</p>}
            <RecordForm
              key={kind}
              kind={kind}
              subjects={reading.subjects}
              onDirty={setDirty}
              onBusy={setBusy}
              onOther={() => leave(chooseOther)}
              onDone={(count) => {
                toast.success(count === 1 ? 'Recorded.' : `Recorded for ${count} animals.`)
                onClose()
              }}
            />
          </>
        )}
      </Dialog>
      {question}
    </>
  )
}

function titleOf(of: RecordedOf, kind: RecordedKind | null): string {
  const who =
    'pen' in of
      ? withWord('pen', of.pen.name)
      : of.animals.length === 1
        ? of.animals[0]!.name
        : `${of.animals.length} animals`
  return kind === null ? `Record for ${who}` : `${kinds[kind].title}: ${who}`
}

function Kinds({
  subjects,
  onChoose,
}: {
  subjects: readonly Subject[]
  onChoose: (kind: RecordedKind) => void
}) {
  const { place } = useMe()
  const isUnpaid = place.access_state !== 'ok'
  return (
    <>
      <p>
        {subjects.length === 1
          ? 'One animal.'
          : `${subjects.length} animals. What you record is recorded for each of them.`}
        {isUnpaid && ' Until the payment is settled, treatments, holds and deaths can be recorded.'}
      </p>
      <ul className="record-kinds">
        {kindsFor(subjects, isUnpaid).map((kind) => (
          <li key={kind}>
            <Button icon={kinds[kind].icon} onClick={() => onChoose(kind)}>
              {kinds[kind].title}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
