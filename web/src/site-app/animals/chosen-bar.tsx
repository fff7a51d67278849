import { Button } from '../../ui/button.tsx'
import { RecordButton } from '../recording/record.tsx'

interface ChosenBarProps {
  chosen: ReadonlyMap<string, string>
  onClear: () => void
}

/** What can be done with the animals that were chosen, on every page of the list. */
export function ChosenBar({ chosen, onClear }: ChosenBarProps) {
  return (
    <section className="chosen-bar" aria-label="Chosen animals">
      <p role="status">{chosen.size === 1 ? 'Record for 1 animal' : `Record for ${chosen.size} animals`}</p>
      <RecordButton of={{ animals: [...chosen].map(([id, name]) => ({ id, name })) }} />
      <Button kind="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  )
}
