import { t, translated } from '@byre/contract/words'
import { allowVisit, declineVisit, listSupportVisits, type SupportVisit } from '@byre/contract/staff/visits'
import { formatMoment } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Table } from '../ui/table.tsx'

const words: Record<SupportVisit['state'], string> = {
  asked: t`Waiting for your answer`,
  allowed: t`You said yes`,
  running: t`In progress`,
  declined: t`You said no`,
  revoked: t`You ended it`,
  ended: t`Over`,
  expired: t`Not used in time`,
}

/** Whether support may see Byre as this person: nothing is shown where nobody ever asked. */
export function SupportVisits() {
  const visits = useAsk(listSupportVisits, {})
  // Nearly nobody was ever asked: what waits for the answer takes no room.
  if (visits.isPending) return null
  return (
    <Loaded ask={visits} skeleton={null}>
      {({ visits }) => visits.length > 0 && <Shown visits={visits} />}
    </Loaded>
  )
}

function Shown({ visits }: { visits: readonly SupportVisit[] }) {
  const open = visits.filter(({ state }) => state === 'asked' || state === 'allowed' || state === 'running')
  const past = visits.filter((visit) => !open.includes(visit))
  return (
    <FormSection
      title={t`Support visits`}
      hint={t`With your permission, support can see Byre as you for a limited time, without changing anything. Your account, your documents and your sites’ own apps stay closed to them.`}
    >
      {open.map((visit) => (
        <Open key={visit.id} visit={visit} />
      ))}
      <Table
        caption={t`Past visits`}
        columns={[
          { header: t`Who`, cell: ({ staff }: SupportVisit) => staff },
          { header: t`Why`, cell: ({ reason }: SupportVisit) => reason },
          { header: t`Outcome`, cell: ({ state }: SupportVisit) => words[state] },
          {
            header: t`Opened`,
            cell: ({ looked_at: opened }: SupportVisit) => opened.map(translated).join(', ') || null,
          },
          {
            header: t`When`,
            cell: ({ started_at, asked_at }: SupportVisit) => formatMoment(started_at ?? asked_at),
          },
        ]}
        rows={past}
        rowKey={({ id }) => id}
        empty={null}
      />
    </FormSection>
  )
}

function Open({ visit }: { visit: SupportVisit }) {
  const { ask: allow, busy: allowing } = useCall(allowVisit)
  const { ask: decline, busy: declining } = useCall(declineVisit)
  const { id, staff, reason, minutes, state, until, looked_at: opened } = visit
  return (
    <Banner
      is={state === 'asked' ? 'info' : 'warning'}
      action={
        <div className="row">
          {state === 'asked' && (
            <Button
              kind="primary"
              busy={allowing}
              busyLabel={t`Allowing..`}
              onClick={() => void allow({ id }).catch(toast.failure)}
            >{t`Allow`}</Button>
          )}
          <Button
            busy={declining}
            busyLabel={t`One moment..`}
            onClick={() => void decline({ id }).catch(toast.failure)}
          >
            {state === 'asked' ? t`Decline` : t`End`}
          </Button>
        </div>
      }
    >
      <p>
        {state === 'asked' && t`${staff} asks to see Byre as you for ${minutes} minutes, read only.`}
        {state === 'allowed' && t`${staff} may see Byre as you for ${minutes} minutes, read only.`}
        {state === 'running' && t`${staff} sees Byre as you, read only, until ${formatMoment(until)}.`}
      </p>
      <p className="soft">“{reason}”</p>
      {opened.length > 0 && <p className="soft">{t`Opened: ${opened.map(translated).join(', ')}`}</p>}
    </Banner>
  )
}
