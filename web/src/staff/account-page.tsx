import { t } from '@byre/contract/words'
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
    title: t`Sign them out everywhere?`,
    about: t`Every device of this account has to sign in again.`,
    submit: t`Sign out`,
    busy: t`Signing out..`,
  },
  revokeApiKeys: {
    call: staffRevokeApiKeys,
    title: t`Revoke every API key?`,
    about: t`Programs that use them are refused at their next call.`,
    submit: t`Revoke`,
    busy: t`Revoking..`,
  },
  close: {
    call: staffCloseAccount,
    title: t`Close this account?`,
    about: t`Its sessions end, and nobody signs in to it until it is opened again.`,
    submit: t`Close the account`,
    busy: t`Closing..`,
  },
  open: {
    call: staffOpenAccount,
    title: t`Open this account again?`,
    about: t`Whoever it belongs to can sign in again.`,
    submit: t`Open the account`,
    busy: t`Opening..`,
  },
} as const
type AccountCommandName = keyof typeof commands

export function AccountPage({ id }: { id: string }) {
  const account = useAsk(getStaffAccount, { id })
  return (
    <RecordPage title={account.data?.name} kind={t`Account`}>
      <Inside ask={account}>{(account) => <Shown account={account} />}</Inside>
    </RecordPage>
  )
}

function Shown({ account }: { account: Account }) {
  const [command, setCommand] = useState<AccountCommandName | null>(null)
  const factors = [account.has_app && 'app', account.has_passkeys && 'passkeys'].filter(Boolean).join(', ')
  return (
    <>
      <Card title={t`Account`}>
        <Facts>
          <Fact name={t`Email`}>{account.email}</Fact>
          <Fact name={t`State`}>
            <StateWord of={account.state} />
          </Fact>
          <Fact name={t`Id`}>{account.id}</Fact>
          <Fact name={t`Created`}>{formatMoment(account.created_at)}</Fact>
          <Fact name={t`Confirmed`}>
            {account.confirmed_at ? formatMoment(account.confirmed_at) : t`Not confirmed`}
          </Fact>
          <Fact name={t`Second factor`}>{factors || t`None`}</Fact>
          <Fact name={t`API keys`}>{String(account.api_keys)}</Fact>
          <Fact name={t`Staff`}>{account.is_staff ? t`Yes` : t`No`}</Fact>
        </Facts>
        <div className="row">
          <Button onClick={() => setCommand('endSessions')}>{t`Sign out everywhere`}</Button>
          {account.api_keys > 0 && (
            <Button onClick={() => setCommand('revokeApiKeys')}>{t`Revoke API keys`}</Button>
          )}
          {account.state === 'active' ? (
            <Button kind="removal" onClick={() => setCommand('close')}>{t`Close account`}</Button>
          ) : (
            <Button onClick={() => setCommand('open')}>{t`Open account`}</Button>
          )}
        </div>
      </Card>
      <Visits account={account} />
      <Things title={t`Belongs to`} things={account.belongs_to} empty={t`They belong to nothing.`} />
      <FormSection title={t`Signed-in devices`}>
        <Table
          caption={t`Signed-in devices`}
          columns={[
            { header: t`Device`, cell: ({ device }: Session) => device },
            { header: t`Network`, cell: ({ network }: Session) => network },
            { header: t`Last seen`, cell: ({ last_seen_at: at }: Session) => formatMoment(at) },
          ]}
          rows={account.sessions}
          rowKey={({ id }) => id}
          empty={<p className="soft">{t`They are signed in nowhere.`}</p>}
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
