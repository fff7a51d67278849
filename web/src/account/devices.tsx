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
    <FormSection title="Signed-in devices">
      <Loaded ask={sessions} skeleton={<Skeleton height="12rem" />}>
        {({ sessions }) => (
          <>
            <DeviceTable sessions={sessions} onSignOut={setTarget} />
            {sessions.length > 1 && (
              <div>
                <Button onClick={() => setTarget('others')}>Sign out everywhere else</Button>
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
      <Status is="success">This device</Status>
    ) : (
      <Button
        className="one-line"
        aria-label={`Sign out ${session.device}, last seen ${lastSeen(session)}`}
        onClick={() => onSignOut(session)}
      >
        Sign out
      </Button>
    )
  return (
    <Table
      caption="Signed-in devices"
      columns={[
        { header: 'Device', cell: ({ device }) => device },
        { header: 'Network', cell: networkOf },
        { header: 'Last seen', cell: lastSeen },
        { header: 'Sign out', quietHeader: true, cell: button },
      ]}
      rows={sessions}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}

const networkOf = ({ network }: Session) => <Network of={network} />

const lastSeen = ({ current, last_seen_at: at }: Session) => (current ? 'Now' : formatMoment(at))

function SignOut({ target, onClose }: { target: SignOutTarget; onClose: () => void }) {
  const one = useCall(endSession)
  const others = useCall(endOtherSessions)

  const signOut = async () => {
    if (target === 'others') {
      await others.ask({})
      toast.success('You are signed out everywhere else.')
    } else {
      // One that is gone already is what was wanted.
      await one.ask({ id: target.id }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      })
      toast.success(`${target.device} was signed out.`)
    }
    flushSync(onClose)
    focusTitle()
  }
  return (
    <ConfirmDialog confirm="Sign out" busy="Signing out.." danger onConfirm={signOut} onCancel={onClose}>
      {target === 'others' ? (
        <p>Every device but this one will be signed out, and has to sign in again.</p>
      ) : (
        <p>
          <strong>{target.device}</strong>, last seen {lastSeen(target)}, will be signed out, and has to sign
          in again.
        </p>
      )}
    </ConfirmDialog>
  )
}
