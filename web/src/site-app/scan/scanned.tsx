import type { AnimalCard } from '@byre/contract/herd/cards'
import type { HerdEvent } from '@byre/contract/herd/events'
import { recordEvents } from '@byre/contract/herd/records'
import { useId, useRef, useState } from 'react'
import { sentenceOf } from '../../lib/refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { HoldChip } from '../animals/hold-chip.tsx'
import { useAppCommand } from '../asks.ts'
import { useMay, useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { withWord } from '../words.ts'
import { nextEvent } from '../recording/ids.ts'
import { sellersAnswers } from '../recording/sellers-words.ts'
import { animalIdOf } from './naming.ts'
import type { ScannedTag } from './reading.ts'

interface ScannedProps {
  tag: ScannedTag
  animals: readonly AnimalCard[]
  mayRecord: boolean
  onAdded: () => Promise<void>
}

/** What is known of a tag: its animal, or that it is nobody's yet. */
export function Scanned({ tag, animals, mayRecord, onAdded }: ScannedProps) {
  if (animals.length === 0) return <Unknown tag={tag} mayRecord={mayRecord} onAdded={onAdded} />
  return (
    <ul className="scan-found">
      {animals.map((animal) => (
        <Card key={animal.id} as="li" title={animal.main_tag} to={paths.animal(animal.id)}>
          <p className="scan-hold">
            <HoldChip animal={animal} /> {animal.pen_name && withWord('Pen', animal.pen_name)}
          </p>
          <p className="soft">{described(animal) || 'Nothing else is known about it yet.'}</p>
        </Card>
      ))}
    </ul>
  )
}

function described({ sex, breed, class: kind, name }: AnimalCard): string {
  const words = [sex, breed, kind, name].filter(Boolean).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Word = 'unknown' | (typeof sellersAnswers)[number]['value']
/** As it was last said here: the next animal comes from the same trailer. */
let lastWord: Word = 'unknown'

function Unknown({ tag, mayRecord, onAdded }: Omit<ScannedProps, 'animals'>) {
  const { place, settings, suggested } = useMe()
  const untilId = useId()
  const [until, setUntil] = useState('')
  const isPaid = useMay('record')
  const { send, busy } = useAppCommand(recordEvents, {})
  const [word, setWord] = useState(lastWord)
  const [problem, setProblem] = useState<string | null>(null)
  const named = useRef<HerdEvent | null>(null)

  const add = async () => {
    if (word === 'until' && until === '') return setProblem('Until which day?')
    setProblem(null)
    try {
      // Whatever becomes of an answer: it is one event, said once.
      named.current ??= await enteredAs(place.id, tag, word === 'until' ? { word, until } : { word })
      await send({ events: [named.current] })
      await onAdded()
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  const may = mayRecord && isPaid
  return (
    <Card title={tag.typed}>
      <p>This tag is new here.</p>
      {may ? (
        <>
          <Choice
            label="Could it still be under a withdrawal?"
            value={word}
            options={[
              {
                value: 'unknown',
                label: `Not sure: hold it for ${(settings ?? suggested).arrival_days} days`,
              },
              ...sellersAnswers,
            ]}
            onChoose={(chosen) => {
              named.current = null
              lastWord = chosen
              setWord(chosen)
            }}
          />
          {word === 'until' && (
            <div className="field">
              <label className="label" htmlFor={untilId}>
                Its last day
              </label>
              <input
                id={untilId}
                className="input"
                type="date"
                value={until}
                onChange={({ target }) => {
                  named.current = null
                  setUntil(target.value)
                }}
              />
            </div>
          )}
          {problem && (
            <Banner is="danger" live>
              {problem}
            </Banner>
          )}
          <div className="form-buttons">
            <Button kind="primary" busy={busy} busyLabel="Adding.." onClick={() => void add()}>
              Add this animal
            </Button>
          </div>
        </>
      ) : (
        <p className="soft">
          {mayRecord
            ? 'Animals can be added again once the payment is settled.'
            : 'You can look up tags, but not add animals.'}
        </p>
      )}
    </Card>
  )
}

async function enteredAs(
  site: string,
  tag: ScannedTag,
  said: { word: Word; until?: string },
): Promise<HerdEvent> {
  return {
    ...nextEvent(),
    kind: 'entered',
    v: 1,
    precision: 'not_after',
    animals: [await animalIdOf(site, tag)],
    body: { origin: 'already_here', ...said, tags: [{ kind: tag.kind, value: tag.typed }] },
  }
}
