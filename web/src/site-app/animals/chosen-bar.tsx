import { Button } from '../../ui/button.tsx'
import { RecordButton } from '../recording/record.tsx'
import { PutOnList } from '../shipping/put-on-list.tsx'

interface ChosenBarProps {
  chosen: ReadonlyMap<string, string>
  onClear: () => void
}

/** What can be done with the animals that were chosen, on every page of the list. */
export function ChosenBar({ chosen, onClear }: ChosenBarProps) {
  const animals = [...chosen].map(([id, name]) => ({ id, name }))
  return (
    <section className="chosen-bar" aria-label="Chosen animals">
      <p role="status">{chosen.size === 1 ? '1 animal chosen' : `${chosen.size} animals chosen`}</p>
      <RecordButton of={{ animals }} />
      <PutOnList of={{ animals }} />
      <Button kind="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  )
}
