import { deviceInWords } from '@byre/contract/accounts/device-names'
import { rich } from '../ui/rich.tsx'
import { t } from '@byre/contract/words'
import { endOtherSessions, endSession, listSessions, type Session } from '@byre/contract/accounts/devices'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formatMoment } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { isNotFound } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Table } from '../ui/table.tsx'
import './account.css'
import { focusTitle } from '../ui/dialogs/focus-title.ts'
import { Network } from '../api-keys/network.tsx'

/** Which device is asked about, or all others. */
type SignOutTarget = Session | 'others'

export function Devices() {
  const sessions = useAsk(listSessions, {})
  const [target, setTarget] = useState<SignOutTarget | null>(null)
  return (
    <FormSection title={t`Signed-in devices`}>
      <Loaded ask={sessions} skeleton={<Skeleton height="12rem" />}>
        {({ sessions }) => (
          <>
            <DeviceTable sessions={sessions} onSignOut={setTarget} />
            {sessions.length > 1 && (
              <div>
                <Button onClick={() => setTarget('others')}>{t`Sign out everywhere else`}</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {target && <SignOut target={target} onClose={() => setTarget(null)} />}
    </FormSection>
  )
}

interface DeviceTableProps {
  sessions: readonly Session[]
  onSignOut: (session: Session) => void
}

function DeviceTable({ sessions, onSignOut }: DeviceTableProps) {
  const button = (session: Session) =>
    session.current ? (
      <Status is="success">{t`This device`}</Status>
    ) : (
      <Button
        className="one-line"
        aria-label={t`Sign out ${deviceInWords(session.device)}, last seen ${lastSeen(session)}`}
        onClick={() => onSignOut(session)}
      >{t`Sign out`}</Button>
    )
  return (
    <Table
      caption={t`Signed-in devices`}
      columns={[
        { header: t`Device`, cell: ({ device }) => deviceInWords(device) },
        { header: t`Network`, cell: networkOf },
        { header: t`Last seen`, cell: lastSeen },
        { header: t`Sign out`, quietHeader: true, cell: button },
      ]}
      rows={sessions}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}

const networkOf = ({ network }: Session) => <Network of={network} />

const lastSeen = ({ current, last_seen_at: at }: Session) => (current ? t`Now` : formatMoment(at))

function SignOut({ target, onClose }: { target: SignOutTarget; onClose: () => void }) {
  const one = useCall(endSession)
  const others = useCall(endOtherSessions)

  const signOut = async () => {
    if (target === 'others') {
      await others.ask({})
      toast.success(t`You are signed out everywhere else.`)
    } else {
      // One that is gone already is what was wanted.
      await one.ask({ id: target.id }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      })
      toast.success(t`${deviceInWords(target.device)} was signed out.`)
    }
    flushSync(onClose)
    focusTitle()
  }
  return (
    <ConfirmDialog
      confirm={t`Sign out`}
      busy={t`Signing out..`}
      danger
      onConfirm={signOut}
      onCancel={onClose}
    >
      {target === 'others' ? (
        <p>{t`Every device but this one will be signed out, and has to sign in again.`}</p>
      ) : (
        <p>
          {rich`${(<strong>{deviceInWords(target.device)}</strong>)}, last seen ${lastSeen(target)}, will be signed out, and has to sign in again.`}
        </p>
      )}
    </ConfirmDialog>
  )
}
