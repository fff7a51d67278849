import { t } from '@byre/contract/words'
import {
  askVisit,
  AskVisit,
  endVisit,
  listStaffVisits,
  startVisit,
  visitMinutes,
  type StaffVisit,
} from '@byre/contract/staff/visits'
import { useEffect, useState } from 'react'
import { formatMoment } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { showVisit, takeEndingVisit } from './support-visit.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { CommandDialog } from './command-dialog.tsx'
import { stateWord } from './state-word.tsx'

interface Account {
  id: string
  name: string
  state: string
  confirmed_at: string | null
}

const open = new Set<StaffVisit['state']>(['asked', 'allowed', 'running'])
const everyMs = 5000

/** Seeing Byre as somebody: asked for, allowed by them, begun and ended. */
export function Visits({ account }: { account: Account }) {
  // Whether they have said yes is looked for while it is waited for.
  const visits = useAsk(
    listStaffVisits,
    { id: account.id },
    { every: (reply) => (reply?.visits.some(({ state }) => open.has(state)) ? everyMs : null) },
  )
  const [asking, setAsking] = useState(false)
  const { ask: end } = useCall(endVisit)
  useEffect(() => {
    const id = takeEndingVisit()
    if (id !== null) end({ id }).catch(() => undefined)
  }, [end])
  const mayAsk = account.state === 'active' && account.confirmed_at !== null
  return (
    <FormSection
      title={t`See Byre as they do`}
      hint={t`Only once they have said yes, read only, and for as long as they were told. They see what was opened.`}
    >
      <Loaded ask={visits} skeleton={<Skeleton height="6rem" />}>
        {({ visits }) => (
          <>
            <Table
              caption={t`Visits`}
              columns={[
                { header: t`Asked`, cell: ({ asked_at }: StaffVisit) => formatMoment(asked_at) },
                { header: t`Why`, cell: ({ reason }: StaffVisit) => reason },
                { header: t`State`, cell: ({ state }) => stateWord(state) },
                { header: t`Until`, cell: ({ until }: StaffVisit) => formatMoment(until) },
                {
                  header: t`Begin or end`,
                  quietHeader: true,
                  cell: choicesOf,
                },
              ]}
              rows={visits}
              rowKey={({ id }) => id}
              empty={<p className="soft">{t`You have not asked them.`}</p>}
            />
            {mayAsk && !visits.some(({ state }) => open.has(state)) && (
              <div>
                <Button onClick={() => setAsking(true)}>{t`Ask to see Byre as them`}</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {asking && <AskThem account={account} onClose={() => setAsking(false)} />}
    </FormSection>
  )
}

const choicesOf = (visit: StaffVisit) => (open.has(visit.state) ? <Choices visit={visit} /> : null)

function Choices({ visit: { id, state } }: { visit: StaffVisit }) {
  const { ask: start, busy: starting } = useCall(startVisit)
  const { ask: end, busy: ending } = useCall(endVisit)
  const begin = async () => {
    try {
      showVisit(id, await start({ id }))
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <div className="row">
      {state !== 'asked' && (
        <Button kind="primary" busy={starting} busyLabel={t`Starting..`} onClick={() => void begin()}>
          {state === 'running' ? t`Go on` : t`Start`}
        </Button>
      )}
      <Button busy={ending} busyLabel={t`Ending..`} onClick={() => void end({ id }).catch(toast.failure)}>
        {state === 'running' ? t`End` : t`Take back`}
      </Button>
    </div>
  )
}

function AskThem({ account: { id, name }, onClose }: { account: Account; onClose: () => void }) {
  const { ask } = useCall(askVisit)
  return (
    <CommandDialog
      title={t`Ask ${name}`}
      about={t`${name} is mailed your name, the reason and for how long. Nothing is shown before they say yes.`}
      schema={AskVisit}
      defaults={{ minutes: '15', reason: '' }}
      send={async (values) => {
        await ask({ id, ...values })
        return { done: t`${name} was asked.` }
      }}
      submit={t`Ask`}
      busy={t`Asking..`}
      onClose={onClose}
    >
      <SelectField
        name="minutes"
        label={t`For how long`}
        options={visitMinutes.map((value) => ({ value, label: t`${value} minutes` }))}
      />
    </CommandDialog>
  )
}
