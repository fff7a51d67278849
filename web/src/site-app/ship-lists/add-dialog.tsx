import { listAnimals } from '@byre/contract/herd/animals'
import { listPens } from '@byre/contract/herd/pens'
import { shipListAtMost, type Chosen, type ShipList } from '@byre/contract/herd/ship-list-parts'
import { addToShipList } from '@byre/contract/herd/ship-lists'
import { useState } from 'react'
import { sentenceOf } from '../../lib/refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { HoldChip } from '../animals/hold-chip.tsx'
import { animalName } from '../animals/names.ts'
import { useAppAsk, useAppCommand } from '../asks.ts'
import { Loaded } from '../loaded.tsx'
import { CommandForm } from '../recording/command-form.tsx'
import type { Problems } from '../recording/drafts.ts'
import { SelectIn, WordsIn } from '../recording/fields.tsx'
import { FormDialog } from '../recording/form-dialog.tsx'
import { readTags } from './tags.ts'
import { changedMeanwhile } from './told.ts'

interface AddDialogProps {
  list: ShipList
  onClose: () => void
}

interface Done {
  added: number
  unknown: readonly string[]
}

/** Stays open for more; says what came of each. A list that somebody locked meanwhile takes none, and says so. */
export function AddDialog({ list, onClose }: AddDialogProps) {
  const { send } = useAppCommand(addToShipList, { id: list.id })
  const [done, setDone] = useState<Done | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (chosen: Chosen): Promise<Done | null> => {
    setDone(null)
    setProblem(null)
    try {
      const { added, unknown_tags: unknown } = await send(chosen)
      const came = { added, unknown }
      setDone(came)
      return came
    } catch (error) {
      setProblem((await changedMeanwhile(error)) ?? sentenceOf(error))
      return null
    }
  }
  return (
    <FormDialog title="Add animals" wide onClose={onClose}>
      <Tabs
        label="How to add"
        tabs={[
          { id: 'tag', label: 'By tag', panel: <ByTag list={list} onAdd={add} /> },
          { id: 'pen', label: 'A pen', panel: <ByPen onAdd={add} /> },
          { id: 'many', label: 'Many tags', panel: <ByMany onAdd={add} /> },
        ]}
      />
      {problem && (
        <Banner is="danger" live>
          {problem}
        </Banner>
      )}
      {done && (
        <Banner is={done.unknown.length > 0 ? 'warning' : 'success'} live>
          {cameOf(done)}
        </Banner>
      )}
    </FormDialog>
  )
}

const namedAtMost = 20

function cameOf({ added, unknown }: Done): string {
  const put = added === 1 ? '1 animal was added.' : `${added} animals were added.`
  if (unknown.length === 0) return added === 0 ? 'Nobody was added: they are on this list already.' : put
  const named = unknown.slice(0, namedAtMost).join(', ')
  const more = unknown.length > namedAtMost ? `, and ${unknown.length - namedAtMost} more` : ''
  return `${put} Nobody here bears ${named}${more}.`
}

/** What was typed is still to be sent, with nothing wrong in it: why it was not is said below. */
const notSent: Problems = {}

interface Adding {
  onAdd: (chosen: Chosen) => Promise<Done | null>
}

const hitsAtMost = 20

function ByTag({ list, onAdd }: Adding & { list: ShipList }) {
  const [q, setQ] = useState('')
  return (
    <div className="stack">
      <SearchField label="Find by any part of a tag" onSettled={(typed) => setQ(typed.slice(0, 40))} />
      {q !== '' && <Hits q={q} list={list} onAdd={onAdd} />}
    </div>
  )
}

function Hits({ q, list, onAdd }: Adding & { q: string; list: ShipList }) {
  const ask = useAppAsk(listAnimals, { q, limit: String(hitsAtMost) }, { keep: true })
  const isOn = (id: string) => list.entries.some(({ animal_id }) => animal_id === id)
  return (
    <Loaded ask={ask} skeleton={<Skeleton height="8rem" />} failed="The animals could not be loaded.">
      {({ animals }) =>
        animals.length === 0 ? (
          <p role="status">No tag has “{q}” in it.</p>
        ) : (
          <ul className="tag-hits">
            {animals.map((animal) => (
              <li key={animal.id}>
                <span>
                  {animalName(animal)} <span className="soft">{animal.pen_name}</span>
                </span>
                <HoldChip animal={animal} />
                <AddOne
                  name={animalName(animal)}
                  isOn={isOn(animal.id)}
                  onAdd={() => onAdd({ animals: [animal.id] })}
                />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

interface AddOneProps {
  name: string
  isOn: boolean
  onAdd: () => Promise<unknown>
}

function AddOne({ name, isOn, onAdd }: AddOneProps) {
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    await onAdd()
    setBusy(false)
  }
  return (
    <Button
      disabled={isOn}
      busy={busy}
      aria-label={isOn ? `${name}: on it` : `Add ${name}`}
      onClick={() => void add()}
    >
      {isOn ? 'On it' : 'Add'}
    </Button>
  )
}

function ByPen({ onAdd }: Adding) {
  const ask = useAppAsk(listPens, {})
  return (
    <Loaded ask={ask} skeleton={<Skeleton height="8rem" />} failed="The pens could not be loaded.">
      {({ pens }) => {
        const withHead = pens.filter(({ head }) => head > 0)
        if (withHead.length === 0) return <p>No pen has any animals.</p>
        return (
          <CommandForm
            submit="Add all of it"
            busyLabel="Adding.."
            onSend={async (values) => {
              if (!values['pen']) return { pen: 'Please choose a pen.' }
              return (await onAdd({ pen: values['pen'] })) ? undefined : notSent
            }}
          >
            <SelectIn
              name="pen"
              label="Pen"
              none="Choose…"
              options={withHead.map(({ id, name, head, held }) => ({
                value: id,
                label: `${name}: ${head} head${held > 0 ? `, ${held} held` : ''}`,
              }))}
            />
          </CommandForm>
        )
      }}
    </Loaded>
  )
}

/** What nobody bears stays in the field, to be looked at. */
function ByMany({ onAdd }: Adding) {
  const [again, setAgain] = useState({ times: 0, tags: '' })
  return (
    <CommandForm
      key={again.times}
      begin={{ tags: again.tags }}
      submit="Add these"
      busyLabel="Adding.."
      onSend={async (values) => {
        const tags = readTags(values['tags'] ?? '')
        if (tags.length === 0) return { tags: 'Please scan or paste at least one tag.' }
        if (tags.length > shipListAtMost)
          return { tags: `These are ${tags.length}. A ship list has ${shipListAtMost} animals at most.` }
        const long = tags.find((tag) => tag.length > 80)
        if (long !== undefined) return { tags: `“${long.slice(0, 20)}…” is too long for a tag.` }
        const came = await onAdd({ tags })
        if (!came) return notSent
        setAgain(({ times }) => ({ times: times + 1, tags: came.unknown.join('\n') }))
        return undefined
      }}
    >
      <WordsIn
        name="tags"
        label="Tags"
        rows={6}
        maxLength={60_000}
        hint="One a line, as a reader sends them or as you type them. A list out of a spreadsheet is fine, too."
      />
    </CommandForm>
  )
}
