import { t } from '@byre/contract/words'
import { Refusal, sentenceOf, Unreachable, whyOf } from '../lib/refusal.ts'
import type { ListedPlace } from '../products.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'

export interface PlaceResult {
  name: string
  isDone: boolean
  sentence: string
}

/** The same with each place, one after the other; what is refused at one is tried at the next all the same. */
export async function forEachPlace(
  places: readonly ListedPlace[],
  act: (place: ListedPlace) => Promise<string>,
  onTurn: (nth: number) => void,
): Promise<PlaceResult[]> {
  const results: PlaceResult[] = []
  let isOver = false
  for (const place of places) {
    if (isOver) {
      results.push({ name: place.name, isDone: false, sentence: t`Not tried.` })
      continue
    }
    onTurn(results.length + 1)
    try {
      results.push({ name: place.name, isDone: true, sentence: await act(place) })
    } catch (error) {
      const sentence = [sentenceOf(error), whyOf(error)].filter(Boolean).join(' ')
      results.push({ name: place.name, isDone: false, sentence })
      // Nobody was reached, or no more is taken for now: the rest would fare no better.
      isOver = error instanceof Unreachable || (error instanceof Refusal && error.status === 429)
    }
  }
  return results
}

/** What became of each place. */
export function PlaceResults({ results, onClose }: { results: readonly PlaceResult[]; onClose: () => void }) {
  return (
    <div className="stack">
      <div role="status">
        <ul className="place-results">
          {results.map(({ name, isDone, sentence }) => (
            <li key={name}>
              <strong>{name}</strong> <Status is={isDone ? 'success' : 'danger'}>{sentence}</Status>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <Button kind="primary" onClick={onClose}>{t`Done`}</Button>
      </div>
    </div>
  )
}
