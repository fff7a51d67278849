import { t } from '@byre/contract/words'
import { OnlyReason, staffResendMail } from '@byre/contract/staff/commands'
import type { StaffMail } from '@byre/contract/staff/records'
import { useState } from 'react'
import { formatMoment } from '../lib/format.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Table } from '../ui/table.tsx'
import { CommandDialog } from './command-dialog.tsx'
import { mailInWords } from './mail-words.ts'
import { stateWord } from './state-word.tsx'
import { recordLink } from './staff-paths.tsx'

/** The mails of the last days about one record; each can be sent once more. */
export function Mails({ mails }: { mails: readonly StaffMail[] }) {
  const [target, setTarget] = useState<StaffMail | null>(null)
  const button = (mail: StaffMail) => (
    <Button
      className="one-line"
      aria-label={t`Send again: ${mailInWords(mail.queue)} of ${formatMoment(mail.at)}`}
      onClick={() => setTarget(mail)}
    >{t`Send again`}</Button>
  )
  return (
    <FormSection title={t`Mails`} hint={t`Of the last seven days, at most twenty.`}>
      <Table
        caption={t`Mails`}
        columns={[
          {
            header: t`Mail`,
            cell: ({ id, queue }: StaffMail) => recordLink('job', id, mailInWords(queue)),
          },
          { header: t`State`, cell: ({ state }) => stateWord(state) },
          { header: t`When`, cell: ({ at }: StaffMail) => formatMoment(at) },
          {
            header: t`Send again`,
            quietHeader: true,
            cell: button,
          },
        ]}
        rows={mails}
        rowKey={({ id }) => id}
        empty={<p className="soft">{t`None left in the last days.`}</p>}
      />
      {target && <ResendMail mail={target} onClose={() => setTarget(null)} />}
    </FormSection>
  )
}

export function ResendMail({
  mail: { id, queue },
  onClose,
}: {
  mail: Pick<StaffMail, 'id' | 'queue'>
  onClose: () => void
}) {
  const { ask } = useCall(staffResendMail)
  return (
    <CommandDialog
      title={t`Send this mail again?`}
      about={t`The same mail (${mailInWords(queue)}) leaves once more, to the same reader.`}
      schema={OnlyReason}
      defaults={{ reason: '' }}
      send={({ reason }) => ask({ id, reason })}
      submit={t`Send again`}
      busy={t`Sending..`}
      onClose={onClose}
    />
  )
}
