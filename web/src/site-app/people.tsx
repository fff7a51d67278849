import { endViewer, listPeople, makeViewer, type SitePerson } from '@byre/contract/herd/people'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useAppAsk, useAppCommand } from './asks.ts'
import { Loaded } from './loaded.tsx'
import { useMay, useMe } from './me.ts'
import { roleWords } from './words.ts'

/** Who belongs to the site, and who of them only looks; for its owners and managers. */
export function People() {
  const { portal, place } = useMe()
  const ask = useAppAsk(listPeople, {})
  return (
    <Card title="People">
      <p className="soft">
        A viewer sees everything here and changes nothing. People are invited, given roles and removed{' '}
        <a href={`${portal}/site/${place.id}`}>in the portal</a>.
      </p>
      <Loaded ask={ask} skeleton={<Skeleton height="8rem" />} failed="The people could not be loaded.">
        {({ people }) => (
          <div className="short-rows">
            <Table
              caption="People of this site"
              rows={people}
              rowKey={({ id }) => id}
              pageSize={25}
              pageIn="people"
              empty={null}
              columns={columns}
            />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

const columns: readonly Column<SitePerson>[] = [
  { header: 'Name', cell: (person) => <Name person={person} /> },
  { header: 'In this app', cell: ({ role }) => roleWords[role] },
  {
    header: 'Actions',
    quietHeader: true,
    end: true,
    cell: (person) => <ChangeViewer key={person.role} person={person} />,
  },
]

function Name({ person: { id, name } }: { person: SitePerson }) {
  const { person } = useMe()
  return (
    <span>
      {name} {id === person.id && <span className="soft">(you)</span>}
    </span>
  )
}

function ChangeViewer({ person: { id, name, role, usual_role: usual } }: { person: SitePerson }) {
  const may = useMay('editPeople')
  const me = useMe().person
  const making = useAppCommand(makeViewer, { id })
  const ending = useAppCommand(endViewer, { id })
  if (!may || usual === 'owner' || id === me.id) return null
  const isViewer = role === 'viewer'
  const press = isViewer ? `Make ${roleWords[usual].toLowerCase()} again` : 'Make a viewer'
  const change = async () => {
    try {
      await (isViewer ? ending : making).send({})
      toast.success(isViewer ? `${name} can work here again.` : `${name} can only look now.`)
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <Button
      kind="quiet"
      busy={making.busy || ending.busy}
      busyLabel="Saving.."
      aria-label={`${press}: ${name}`}
      onClick={() => void change()}
    >
      {press}
    </Button>
  )
}
