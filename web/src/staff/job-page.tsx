import { t } from '@byre/contract/words'
import { OnlyReason, staffDropJob, staffRetryJob } from '@byre/contract/staff/commands'
import type { ReplyOf } from '@byre/contract/endpoint'
import { getStaffJob } from '@byre/contract/staff/records'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatMoment } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { CommandDialog } from './command-dialog.tsx'
import { Inside } from './inside.tsx'
import { ResendMail } from './mails.tsx'
import { RecordPage } from './record-page.tsx'
import { StateWord } from './state-word.tsx'
import { staffPaths } from './staff-paths.tsx'

type Job = ReplyOf<typeof getStaffJob>

export function JobPage({ id }: { id: string }) {
  const job = useAsk(getStaffJob, { id })
  return (
    <RecordPage title={job.data?.queue} kind={t`Job`}>
      <Inside ask={job}>{(job) => <Shown job={job} />}</Inside>
    </RecordPage>
  )
}

function Shown({ job }: { job: Job }) {
  const [command, setCommand] = useState<'retry' | 'drop' | 'resend' | null>(null)
  const isWaiting = job.state !== 'active' && job.state !== 'completed'
  const close = () => setCommand(null)
  return (
    <Card title={t`Job`}>
      <Facts>
        <Fact name={t`State`}>
          <StateWord of={job.state} />
        </Fact>
        <Fact name={t`Id`}>{job.id}</Fact>
        <Fact name={t`Due`}>{formatMoment(job.due_at)}</Fact>
        <Fact name={t`Tries`}>{String(job.tries)}</Fact>
        {job.failure && <Fact name={t`Why it failed`}>{job.failure}</Fact>}
      </Facts>
      <div className="row">
        {isWaiting && <Button onClick={() => setCommand('retry')}>{t`Do it now`}</Button>}
        {job.is_mail && <Button onClick={() => setCommand('resend')}>{t`Send again`}</Button>}
        {isWaiting && <Button kind="removal" onClick={() => setCommand('drop')}>{t`Drop`}</Button>}
      </div>
      {command === 'resend' && <ResendMail mail={job} onClose={close} />}
      {command === 'retry' && <Retry job={job} onClose={close} />}
      {command === 'drop' && <Drop job={job} onClose={close} />}
    </Card>
  )
}

interface CommandProps {
  job: Job
  onClose: () => void
}

function Retry({ job, onClose }: CommandProps) {
  const { ask } = useCall(staffRetryJob)
  return (
    <CommandDialog
      title={t`Do it now?`}
      about={t`The job is due at once, with all its tries before it.`}
      schema={OnlyReason}
      defaults={{ reason: '' }}
      send={({ reason }) => ask({ id: job.id, reason })}
      submit={t`Do it now`}
      busy={t`Asking..`}
      onClose={onClose}
    />
  )
}

function Drop({ job, onClose }: CommandProps) {
  const { ask } = useCall(staffDropJob)
  const navigate = useNavigate()
  return (
    <CommandDialog
      title={t`Drop this job?`}
      about={t`It (${job.queue}) is never done.`}
      schema={OnlyReason}
      defaults={{ reason: '' }}
      send={async ({ reason }) => {
        const done = await ask({ id: job.id, reason })
        // It is there no longer.
        void navigate(staffPaths.search())
        return done
      }}
      submit={t`Drop`}
      busy={t`Dropping..`}
      onClose={onClose}
    />
  )
}
