import type { AnimalCard } from '@byre/contract/herd/cards'
import { Link } from 'react-router'
import { Table } from '../../ui/table.tsx'
import { weightIn } from '../measures.ts'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { HoldChip } from './hold-chip.tsx'
import { animalName, otherTags } from './names.ts'

interface AnimalRowsProps {
  animals: readonly AnimalCard[]
  /** Their names by their ids; without it none can be chosen. */
  chosen?: ReadonlyMap<string, string>
  onChoose?: (chosen: ReadonlyMap<string, string>) => void
}

const hold = (animal: AnimalCard) => <HoldChip animal={animal} />

/** A page of animals; on a phone each is two or three short lines. */
export function AnimalRows({ animals, chosen, onChoose }: AnimalRowsProps) {
  const { unit } = useMe()
  const choose = (some: readonly AnimalCard[], isChosen: boolean) => {
    const next = new Map(chosen)
    for (const animal of some) {
      if (isChosen) next.set(animal.id, animalName(animal))
      else next.delete(animal.id)
    }
    onChoose?.(next)
  }
  const name = (animal: AnimalCard) => (
    <span className="animal-name">
      {chosen && (
        <label className="animal-choice">
          <input
            type="checkbox"
            checked={chosen.has(animal.id)}
            onChange={({ target }) => choose([animal], target.checked)}
          />
          <span className="unseen">Choose {animalName(animal)}</span>
        </label>
      )}
      <Link to={paths.animal(animal.id)} className="animal-link">
        {animalName(animal)}
      </Link>
    </span>
  )
  // A column without a word in it takes the others' room.
  const haveOthers = animals.some((animal) => otherTags(animal).length > 0)
  const areAllChosen = animals.every(({ id }) => chosen?.has(id))
  return (
    <div className="short-rows animal-rows">
      {chosen && (
        <label className="animal-choice animal-all">
          <input
            type="checkbox"
            checked={areAllChosen}
            onChange={({ target }) => choose(animals, target.checked)}
          />
          Choose all on this page
        </label>
      )}
      <Table
        caption="Animals"
        rows={animals}
        rowKey={({ id }) => id}
        empty={null}
        columns={[
          { header: 'Animal', cell: name },
          ...(haveOthers
            ? [{ header: 'Other tags', cell: (animal: AnimalCard) => otherTags(animal).join(', ') || null }]
            : []),
          { header: 'Pen', cell: ({ pen_name: pen }) => pen ?? null },
          { header: 'Lot', cell: ({ lot_name: lot }) => lot ?? null },
          { header: 'Weight', cell: ({ weight }) => (weight ? weightIn(weight, unit) : null), end: true },
          { header: 'Hold', cell: hold },
        ]}
      />
    </div>
  )
}
