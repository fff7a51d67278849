import type { getAnimal, Weighing } from '@byre/contract/herd/animals'
import type { AppReplyOf } from '@byre/contract/app-calls'
import type { AnimalCard } from '@byre/contract/herd/cards'
import { Link } from 'react-router'
import { clock } from '../../lib/clock.ts'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Table } from '../../ui/table.tsx'
import { FoldAway } from '../fold-away.tsx'
import '../line-link.css'
import { gainIn, gainOf, weightIn } from '../measures.ts'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { calendarDay, dayCounted, useZone } from '../times.ts'
import { tagKindName } from './names.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const dayMs = 86_400_000
const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** In days at first, then in months, from two years on in years. */
function ageIn(born: string, until: number): string {
  const days = Math.max(0, Math.floor((until - Date.parse(`${born}T00:00:00Z`)) / dayMs))
  if (days < 60) return many(days, 'day')
  const months = Math.floor(days / 30.44)
  return months < 24 ? many(months, 'month') : many(Math.floor(days / 365.25), 'year')
}

/** What an animal is now; what is not known takes no line. On a phone what never changes is folded. */
export function AnimalFacts({ animal, weights }: { animal: AnimalCard; weights: readonly Weighing[] }) {
  const { unit } = useMe()
  const zone = useZone()
  const { status, ended_at, entered_at, born, weight } = animal
  const end = ended_at === undefined ? clock.now() : Date.parse(ended_at)
  const since = entered_at && Math.max(0, Math.floor((end - Date.parse(entered_at)) / dayMs))
  const [first, last] = [weights[0], weights.at(-1)]
  const gain = first && last && gainOf(first, last)
  const ended = ended_at && dayCounted(ended_at, zone)
  const isPhone = !useWidth(beyondPhone)
  const described = [
    ['Name', animal.name],
    ['Species', animal.species && capital(animal.species)],
    ['Sex', animal.sex && capital(animal.sex)],
    ['Class', animal.class && capital(animal.class)],
    ['Breed', animal.breed],
    ['Colour', animal.colour],
  ] as const
  const known = described.flatMap(([name, value]) => (value ? [{ name, value }] : []))
  const description = known.map(({ name, value }) => (
    <Fact key={name} name={name}>
      {value}
    </Fact>
  ))
  return (
    <>
      <Facts>
        <Fact name="Status">
          {status === 'dead'
            ? `Died ${ended}`
            : status === 'gone'
              ? `Left ${ended}`
              : status === 'here'
                ? 'Here'
                : 'Taken back'}
        </Fact>
        {status === 'here' && <Fact name="Pen">{animal.pen_name ?? 'None'}</Fact>}
        {animal.lot_id && animal.lot_name && (
          <Fact name="Lot">
            <Link className="line-link" to={paths.lot(animal.lot_id)}>
              {animal.lot_name}
            </Link>
          </Fact>
        )}
        {weight && (
          <Fact name="Last weight">
            {weightIn(weight, unit)} <span className="soft">{dayCounted(weight.at, zone)}</span>
          </Fact>
        )}
        {typeof gain === 'number' && (
          <Fact name="Gain">
            {gainIn(gain, unit)} <span className="soft">since {dayCounted(first!.at, zone)}</span>
          </Fact>
        )}
        {born && (
          <Fact name="Age">
            {ageIn(born, end)} <span className="soft">born {calendarDay(born)}</span>
          </Fact>
        )}
        {typeof since === 'number' && (
          <Fact name="Days here">
            {since} <span className="soft">since {dayCounted(entered_at!, zone)}</span>
          </Fact>
        )}
        {!isPhone && description}
      </Facts>
      {isPhone && known.length > 0 && (
        <FoldAway summary={<Described known={known} />}>
          <Facts>{description}</Facts>
        </FoldAway>
      )}
    </>
  )
}

/** In a line: `Steer, Angus, black`. */
const Described = ({ known }: { known: readonly { name: string; value: string }[] }) => (
  <>
    Description <span className="soft">{known.map(({ value }) => value).join(', ')}</span>
  </>
)

type Identifiers = AppReplyOf<typeof getAnimal>['identifiers']

const borne = ({ typed, to_at }: Identifiers[number]) => (to_at === null ? typed : <s>{typed}</s>)

/** Those that it bears, in a line. */
export const wornIn = (identifiers: Identifiers): string =>
  identifiers.flatMap(({ typed, to_at }) => (to_at === null ? [typed] : [])).join(', ') || 'None'

/** All tags it ever bore, those it bears first. */
export function Tags({ identifiers }: { identifiers: Identifiers }) {
  const zone = useZone()
  const rows = identifiers.toSorted((one, other) => Number(one.to_at !== null) - Number(other.to_at !== null))
  const days = ({ from_at, to_at }: Identifiers[number]) =>
    to_at === null
      ? `Since ${dayCounted(from_at, zone)}`
      : `${dayCounted(from_at, zone)} to ${dayCounted(to_at, zone)}`
  return (
    <div className="short-rows">
      <Table
        caption="Tags"
        rows={rows}
        rowKey={({ kind, value, from_at }) => `${kind} ${value} ${from_at}`}
        empty={<p className="soft">It has no tag.</p>}
        columns={[
          { header: 'Tag', cell: borne },
          { header: 'Kind', cell: ({ kind }) => tagKindName(kind) },
          { header: 'When', cell: days },
        ]}
      />
    </div>
  )
}
