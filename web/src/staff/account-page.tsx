import {
  OnlyReason,
  staffCloseAccount,
  staffEndSessions,
  staffOpenAccount,
  staffRevokeApiKeys,
} from '@byre/contract/staff/commands'
import type { ReplyOf } from '@byre/contract/endpoint'
import { getStaffAccount } from '@byre/contract/staff/records'
import { useState } from 'react'
import { formatMoment } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Table } from '../ui/table.tsx'
import { Things } from './belongers.tsx'
import { CommandDialog } from './command-dialog.tsx'
import { Inside } from './inside.tsx'
import { Mails } from './mails.tsx'
import { RecordPage } from './record-page.tsx'
import { StateWord } from './state-word.tsx'
import { Timeline } from './timeline.tsx'
import { Visits } from './visits.tsx'

type Account = ReplyOf<typeof getStaffAccount>
type Session = Account['sessions'][number]

const commands = {
  endSessions: {
    call: staffEndSessions,
    title: 'Sign them out everywhere?',
    about: 'Every device of this account has to sign in again.',
    submit: 'Sign out',
    busy: 'Signing out..',
  },
  revokeApiKeys: {
    call: staffRevokeApiKeys,
    title: 'Revoke every API key?',
    about: 'Programs that use them are refused at their next call.',
    submit: 'Revoke',
    busy: 'Revoking..',
  },
  close: {
    call: staffCloseAccount,
    title: 'Close this account?',
    about: 'Its sessions end, and nobody signs in to it until it is opened again.',
    submit: 'Close the account',
    busy: 'Closing..',
  },
  open: {
    call: staffOpenAccount,
    title: 'Open this account again?',
    about: 'Whoever it belongs to can sign in again.',
    submit: 'Open the account',
    busy: 'Opening..',
  },
} as const
type AccountCommandName = keyof typeof commands

export function AccountPage({ id }: { id: string }) {
  const account = useAsk(getStaffAccount, { id })
  return (
    <RecordPage title={account.data?.name} kind="Account">
      <Inside ask={account}>{(account) => <Shown account={account} />}</Inside>
    </RecordPage>
  )
}

function Shown({ account }: { account: Account }) {
  const [command, setCommand] = useState<AccountCommandName | null>(null)
  const factors = [account.has_app && 'app', account.has_passkeys && 'passkeys'].filter(Boolean).join(', ')
  return (
    <>
      <Card title="Account">
        <Facts>
          <Fact name="Email">{account.email}</Fact>
          <Fact name="State">
            <StateWord of={account.state} />
          </Fact>
          <Fact name="Id">{account.id}</Fact>
          <Fact name="Created">{formatMoment(account.created_at)}</Fact>
          <Fact name="Confirmed">
            {account.confirmed_at ? formatMoment(account.confirmed_at) : 'Not confirmed'}
          </Fact>
          <Fact name="Second factor">{factors || 'None'}</Fact>
          <Fact name="API keys">{String(account.api_keys)}</Fact>
          <Fact name="Staff">{account.is_staff ? 'Yes' : 'No'}</Fact>
        </Facts>
        <div className="row">
          <Button onClick={() => setCommand('endSessions')}>Sign out everywhere</Button>
          {account.api_keys > 0 && (
            <Button onClick={() => setCommand('revokeApiKeys')}>Revoke API keys</Button>
          )}
          {account.state === 'active' ? (
            <Button kind="removal" onClick={() => setCommand('close')}>
              Close account
            </Button>
          ) : (
            <Button onClick={() => setCommand('open')}>Open account</Button>
          )}
        </div>
      </Card>
      <Visits account={account} />
      <Things title="Belongs to" things={account.belongs_to} empty="They belong to nothing." />
      <FormSection title="Signed-in devices">
        <Table
          caption="Signed-in devices"
          columns={[
            { header: 'Device', cell: ({ device }: Session) => device },
            { header: 'Network', cell: ({ network }: Session) => network },
            { header: 'Last seen', cell: ({ last_seen_at: at }: Session) => formatMoment(at) },
          ]}
          rows={account.sessions}
          rowKey={({ id }) => id}
          empty={<p className="soft">They are signed in nowhere.</p>}
        />
      </FormSection>
      <Mails mails={account.mails} />
      <Timeline id={account.id} />
      {command && <AccountCommand command={command} id={account.id} onClose={() => setCommand(null)} />}
    </>
  )
}

function AccountCommand({
  command,
  id,
  onClose,
}: {
  command: AccountCommandName
  id: string
  onClose: () => void
}) {
  const { call, ...words } = commands[command]
  const { ask } = useCall<(typeof commands)[AccountCommandName]['call']>(call)
  return (
    <CommandDialog
      {...words}
      schema={OnlyReason}
      defaults={{ reason: '' }}
      send={({ reason }) => ask({ id, reason })}
      onClose={onClose}
    />
  )
}
