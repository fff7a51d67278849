import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { changeSubscriptionItem } from '@byre/contract/billing/subscriptions'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { FormShell } from '../../ui/forms/form-shell.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { textForm } from '../../ui/forms/form-texts.ts'
import { billingDay } from '../billing-day.ts'
import { firstsOfMonths } from './pauses.ts'
import { act, inSubscriptionWords } from './place-change.ts'

/* Stopping for good, for a season, and going on. */

interface DialogProps {
  paid: PaidPlace
  onClose: () => void
}

/** As if it had not been ended; what keeps it from that is said. */
async function keep(paid: PaidPlace) {
  try {
    await act(paid, 'keep')
    toast.success(t`The subscription continues.`)
  } catch (error) {
    toast.failure(error)
  }
}

export function EndDialog({ paid, onClose }: DialogProps) {
  const { phase, trial_ends_at: trialEnd, current_period_end: periodEnd } = paid
  const end = phase === 'trial' ? trialEnd : phase === 'period' ? periodEnd : null
  const name = <strong>{paid.place_name}</strong>
  return (
    <ConfirmDialog
      title={t`End this subscription?`}
      confirm={t`End Subscription`}
      busy={t`Ending..`}
      danger
      onConfirm={async () => {
        await act(paid, 'remove')
        toast.success(
          end
            ? t`The subscription of ${paid.place_name} ends on ${billingDay(end)}.`
            : t`The subscription of ${paid.place_name} has ended.`,
          () => void keep(paid),
        )
        onClose()
      }}
      onCancel={onClose}
    >
      <p>
        {end
          ? rich`The subscription of ${name} ends on ${billingDay(end)}, and nothing more is charged for it. Until then nothing changes, and you can undo this. After that it is read-only.`
          : rich`The subscription of ${name} ends now, and nothing more is charged for it. It stays read-only until another plan is chosen.`}
      </p>
    </ConfirmDialog>
  )
}

export function PauseDialog({ paid, onClose }: DialogProps) {
  const end = paid.current_period_end ?? ''
  const [schema] = useState(() =>
    textForm(['resumes_on'], ({ resumes_on: day }) =>
      day === '' ? [{ field: 'resumes_on', message: t`Please choose the day on which it resumes.` }] : [],
    ),
  )
  return (
    <Dialog title={t`Pause for a season`} onClose={onClose}>
      <FormShell
        schema={schema}
        defaults={{ resumes_on: '' }}
        guard={false}
        notice={false}
        send={({ resumes_on }) =>
          call(changeSubscriptionItem, { id: paid.item_id, action: 'pause', resumes_on }).catch(
            inSubscriptionWords,
          )
        }
        onDone={() => {
          toast.success(t`The pause is planned.`)
          onClose()
        }}
        submit={t`Pause`}
        busy={t`Planning the pause..`}
        aside={<Button onClick={onClose}>{t`Cancel`}</Button>}
      >
        <p>{rich`${(<strong>{paid.place_name}</strong>)} is paid until ${billingDay(end)}. From then on it is read-only and costs nothing, until the day you choose.`}</p>
        <SelectField
          name="resumes_on"
          label={t`Resumes on`}
          options={firstsOfMonths(end).map((day) => ({ value: day, label: billingDay(day) }))}
        />
      </FormShell>
    </Dialog>
  )
}

/** A pause that is ended early begins a period, which is charged. */
export function ResumeDialog({ paid, onClose }: DialogProps) {
  const next = paid.next_charge
  const sum = next && formatMoney(next.total, next.currency)
  return (
    <ConfirmDialog
      title={t`Resume now?`}
      confirm={sum ? t`Resume and pay ${sum}` : t`Resume`}
      busy={t`Resuming..`}
      onConfirm={async () => {
        await act(paid, 'resume')
        toast.success(t`It is running again from today.`)
        onClose()
      }}
      onCancel={onClose}
    >
      <p>
        {rich`A new period of ${(<strong>{paid.place_name}</strong>)} begins today.`}{' '}
        {sum && (next?.tax ? t`${sum} with tax is charged at once.` : t`${sum} is charged at once.`)}
      </p>
    </ConfirmDialog>
  )
}
