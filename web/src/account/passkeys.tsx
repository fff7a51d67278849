import { t } from '@byre/contract/words'
import { listPasskeys, type Passkey } from '@byre/contract/accounts/second-factors'
import { useState } from 'react'
import { formatDate } from '../lib/format.ts'
import { whyNoPasskeys } from '../lib/passkey.ts'
import { useAsk } from '../lib/query.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Table } from '../ui/table.tsx'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx'

/** Which dialog is open, and about which passkey. */
type PasskeyDialog = { is: 'add' } | { is: 'rename' | 'remove'; passkey: Passkey }

export function Passkeys() {
  const passkeys = useAsk(listPasskeys, {})
  const [dialog, setDialog] = useState<PasskeyDialog | null>(null)
  const close = () => setDialog(null)
  const reason = whyNoPasskeys()
  return (
    <div className="factor">
      <h3>{t`Passkeys`}</h3>
      <p className="soft">{t`Your fingerprint, face, screen lock or a security key, instead of a code. Also where we ask again who you are; and one that unlocks by you signs you in without your password.`}</p>
      <Loaded ask={passkeys} skeleton={<Skeleton height="4rem" />}>
        {({ passkeys }) => (
          <>
            {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} onAsk={setDialog} />}
            {reason ? (
              <p>{reason}</p>
            ) : (
              <div>
                <Button onClick={() => setDialog({ is: 'add' })}>{t`Add a passkey`}</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {dialog?.is === 'add' && <AddPasskey onClose={close} />}
      {dialog?.is === 'rename' && <RenamePasskey passkey={dialog.passkey} onClose={close} />}
      {dialog?.is === 'remove' && <RemovePasskey passkey={dialog.passkey} onClose={close} />}
    </div>
  )
}

interface PasskeyTableProps {
  passkeys: readonly Passkey[]
  onAsk: (dialog: PasskeyDialog) => void
}

function PasskeyTable({ passkeys, onAsk }: PasskeyTableProps) {
  const buttons = (passkey: Passkey) => (
    <div className="form-buttons">
      <Button
        className="one-line"
        aria-label={t`Rename ${passkey.name}`}
        onClick={() => onAsk({ is: 'rename', passkey })}
      >{t`Rename`}</Button>
      <Button
        className="one-line"
        aria-label={t`Remove ${passkey.name}`}
        onClick={() => onAsk({ is: 'remove', passkey })}
      >{t`Remove`}</Button>
    </div>
  )
  return (
    <Table
      caption={t`Passkeys`}
      columns={[
        { header: t`Name`, cell: ({ name }) => name },
        { header: t`Added`, cell: ({ created_at }) => formatDate(created_at) },
        {
          header: t`Last used`,
          cell: ({ last_used_at }) => (last_used_at ? formatDate(last_used_at) : t`Never`),
        },
        { header: t`Rename or remove`, quietHeader: true, cell: buttons },
      ]}
      rows={passkeys}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}
