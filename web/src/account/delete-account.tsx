import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { DeleteMe, deleteMe } from '@byre/contract/people/leaving'
import { useMe } from '../lib/me.ts'
import { leavingForGood } from '../lib/query.ts'
import { signOut } from '../lib/session.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { TextField } from '../ui/forms/text-field.tsx'

/** Asks once more, and deletes; the login page then says so. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { ask } = useCall(deleteMe)
  const email = useMe().data?.email
  return (
    <Dialog title={t`Delete your account?`} onClose={onClose}>
      <p>{rich`This cannot be undone. Type ${(<strong>{email}</strong>)} to delete this account for good.`}</p>
      <FormShell
        schema={DeleteMe}
        defaults={{ email: '' }}
        send={(input) => leavingForGood(() => ask(input))}
        onDone={() => signOut('deleted')}
        submit={t`Delete my account`}
        busy={t`Deleting..`}
        guard={false}
        notice={false}
        aside={<Button onClick={onClose}>{t`Keep my account`}</Button>}
      >
        <TextField name="email" label={t`Your e-mail address`} type="email" autoComplete="off" />
      </FormShell>
    </Dialog>
  )
}
