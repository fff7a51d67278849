import { addLot, addPen, listLots, listPens, renameLot, renamePen } from '@byre/contract/herd/pens'
import type { AppReplyOf } from '@byre/contract/app-calls'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from '../../lib/toast.ts'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import '../../ui/fold.css'
import { Table, type Column } from '../../ui/table.tsx'
import { useAppAsk, useAppCommand } from '../asks.ts'
import '../line-link.css'
import { useMay } from '../me.ts'
import { paths } from '../paths.ts'
import { CommandForm } from '../recording/command-form.tsx'
import { TextIn } from '../recording/fields.tsx'
import { FormDialog } from '../recording/form-dialog.tsx'
import { RecordInRow } from '../recording/record.tsx'
import { PutOnList } from '../shipping/put-on-list.tsx'
import '../../ui/skeletons.css'
import { hasFailed, Loaded } from '../loaded.tsx'
import './pens.css'

type Group = AppReplyOf<typeof listPens>['pens'][number]
type Kind = 'pen' | 'lot'
/** What is added where there is none yet. */
interface Naming {
  kind: Kind
  of: Group | null
}

const words = {
  pen: {
    many: 'Pens',
    none: 'No pens yet',
    add: 'Add pen',
    of: 'A pen is where animals stand. Each is listed here with its head, and how many of them are held.',
  },
  lot: {
    many: 'Lots',
    none: 'No lots yet',
    add: 'Add lot',
    of: 'A lot is animals that were bought or are fed together.',
  },
} as const

/** Where the herd stands, and what it was bought in: head, and how many of them are held. */
export function Component() {
  const pens = useAppAsk(listPens, {})
  const lots = useAppAsk(listLots, {})
  const [naming, setNaming] = useState<Naming | null>(null)
  return (
    <Page title="Pens">
      <section aria-label="Pens" className="groups">
        <Loaded
          ask={pens}
          skeleton={<Skeleton height="16rem" />}
          failed="The pens could not be loaded."
          with={lots}
        >
          {({ pens }) => <Groups kind="pen" groups={pens} onName={setNaming} />}
        </Loaded>
      </section>
      {!hasFailed(pens) && (
        <section aria-labelledby="lots-title" className="groups">
          <h2 id="lots-title">Lots</h2>
          <Loaded ask={lots} skeleton={<Skeleton height="8rem" />} failed="The lots could not be loaded.">
            {({ lots }) => <Groups kind="lot" groups={lots} onName={setNaming} />}
          </Loaded>
        </section>
      )}
      {naming?.of === null && <AddGroup kind={naming.kind} onClose={() => setNaming(null)} />}
      {naming?.of && <RenameGroup kind={naming.kind} of={naming.of} onClose={() => setNaming(null)} />}
    </Page>
  )
}

const rowsOnPhone = { pen: 10, lot: 5 } as const

interface GroupsProps {
  kind: Kind
  groups: readonly Group[]
  onName: (naming: Naming) => void
}

function Groups({ kind, groups, onName }: GroupsProps) {
  const may = useMay('record')
  const isPhone = !useWidth(beyondPhone)
  const pageSize = isPhone ? rowsOnPhone[kind] : 100
  const { many, none, add, of } = words[kind]
  const used = groups.filter(({ head }) => head > 0)
  // Lots that have gone are many, and are seldom looked for.
  const isFolded = kind === 'lot' && used.length > 0 && used.length < groups.length
  const emptied = isFolded ? groups.filter(({ head }) => head === 0) : []
  const button = may && (
    <Button icon={IconPlus} onClick={() => onName({ kind, of: null })}>
      {add}
    </Button>
  )
  return (
    <div className="groups short-rows group-rows">
      <Table
        caption={many}
        rows={isFolded ? used : groups}
        rowKey={({ id }) => id}
        pageSize={pageSize}
        pageIn={`${kind}s`}
        columns={columnsOf(kind, onName)}
        empty={
          <EmptyState title={none} action={button}>
            {of}
          </EmptyState>
        }
      />
      {isFolded && (
        <details className="fold">
          <summary>
            {emptied.length === 1 ? '1 lot without animals' : `${emptied.length} lots without animals`}
          </summary>
          <Table
            caption="Lots without animals"
            rows={emptied}
            rowKey={({ id }) => id}
            pageSize={pageSize}
            pageIn="emptied"
            columns={columnsOf(kind, onName).filter(({ header }) => header !== 'Held' && header !== 'Head')}
            empty={null}
          />
        </details>
      )}
      {groups.length > 0 && <div className="form-buttons">{button}</div>}
    </div>
  )
}

const columnsOf = (kind: Kind, onName: GroupsProps['onName']): Column<Group>[] => [
  { header: kind === 'pen' ? 'Pen' : 'Lot', cell: nameIn(kind) },
  { header: 'Head', end: true, cell: headIn(kind) },
  { header: 'Held', cell: heldIn(kind) },
  { header: 'Actions', quietHeader: true, end: true, cell: actionsOf(kind, onName) },
]

const nameIn =
  (kind: Kind) =>
  ({ id, name }: Group) => (
    <Link className="line-link" to={kind === 'lot' ? paths.lot(id) : paths.pen(id)}>
      {name}
    </Link>
  )

const headIn =
  (kind: Kind) =>
  ({ id, head }: Group) =>
    kind === 'pen' && head > 0 ? (
      <Link className="line-link" to={animalsIn(kind, id)}>
        {head.toLocaleString('en')}
      </Link>
    ) : (
      head.toLocaleString('en')
    )

const heldIn =
  (kind: Kind) =>
  ({ id, head, held }: Group) =>
    held === 0 && head === 0 ? null : held === 0 ? (
      <Status is="success">0 held</Status>
    ) : (
      <Link className="line-link" to={`${animalsIn(kind, id)}&held=yes`}>
        <Status is="warning">{held.toLocaleString('en')} held</Status>
      </Link>
    )

const actionsOf = (kind: Kind, onName: GroupsProps['onName']) => (group: Group) => (
  <RowActions kind={kind} group={group} onName={onName} />
)

function RowActions({ kind, group, onName }: Pick<GroupsProps, 'kind' | 'onName'> & { group: Group }) {
  const may = useMay('record')
  const { id, name, head } = group
  return (
    <div className="row-actions">
      {kind === 'pen' && head > 0 && (
        <>
          <RecordInRow of={{ pen: { id, name } }} />
          <PutOnList of={{ pen: { id, name } }} kind="quiet" />
        </>
      )}
      {may && (
        <Button
          kind="quiet"
          aria-label={`Rename ${kind} ${name}`}
          onClick={() => onName({ kind, of: group })}
        >
          Rename
        </Button>
      )}
    </div>
  )
}

const animalsIn = (kind: Kind, id: string) => `${paths.animals()}?${kind}=${id}`

interface NameProps {
  kind: Kind
  onClose: () => void
}

function AddGroup({ kind, onClose }: NameProps) {
  const pens = useAppCommand(addPen, {})
  const lots = useAppCommand(addLot, {})
  const { send } = kind === 'pen' ? pens : lots
  return (
    <NameDialog title={words[kind].add} submit="Add" done="added" name="" send={send} onClose={onClose} />
  )
}

function RenameGroup({ kind, of: { id, name }, onClose }: NameProps & { of: Group }) {
  const pens = useAppCommand(renamePen, { id })
  const lots = useAppCommand(renameLot, { id })
  const { send } = kind === 'pen' ? pens : lots
  return (
    <NameDialog
      title={`Rename ${kind} ${name}`}
      submit="Rename"
      done="is its name now"
      name={name}
      send={send}
      onClose={onClose}
    />
  )
}

interface NameDialogProps {
  title: string
  submit: string
  done: string
  name: string
  send: (body: { name: string }) => Promise<unknown>
  onClose: () => void
}

function NameDialog({ title, submit, done, name: begin, send, onClose }: NameDialogProps) {
  return (
    <FormDialog title={title} onClose={onClose}>
      <CommandForm
        begin={{ name: begin }}
        submit={submit}
        busyLabel="Saving.."
        onSend={async ({ name = '' }) => {
          await send({ name: name.trim() })
          toast.success(`${name.trim()} ${done}.`)
          onClose()
        }}
      >
        <TextIn name="name" label="Name" maxLength={60} />
      </CommandForm>
    </FormDialog>
  )
}
