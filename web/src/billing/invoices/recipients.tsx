import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import {
  addInvoiceRecipient,
  listInvoiceRecipients,
  NewInvoiceRecipient,
  removeInvoiceRecipient,
  resendInvoiceRecipient,
  type InvoiceRecipient,
  recipientLimits,
} from '@byre/contract/billing/invoice-recipients'
import { IconMail, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { useAsk } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/use-call.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormShell } from '../../ui/forms/form-shell.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

/** Who gets a payer's invoices by mail beside its own address. */
export function InvoiceRecipients({ entity }: { entity: BillingEntity }) {
  const recipients = useAsk(listInvoiceRecipients, { id: entity.id })
  return (
    <Card title={t`Invoices by Mail`}>
      <p>{rich`${
        entity.email_state === 'confirmed' ? (
          <>{rich`Invoices and receipts go to ${(<strong>{entity.email}</strong>)}.`}</>
        ) : (
          <>{rich`Invoices and receipts go to the Owners, because ${(<strong>{entity.email}</strong>)} has not said yes.`}</>
        )
      } Other addresses get a copy once they have confirmed that they want it.`}</p>
      <Loaded
        ask={recipients}
        skeleton={<Skeleton height="6rem" />}
        failed={t`There was an error while loading the addresses.`}
      >
        {({ invoice_recipients: rows }) => (
          <div className="stack">
            <Table
              caption={t`Addresses that get a copy`}
              columns={[
                { header: t`Email`, cell: ({ email }: InvoiceRecipient) => email },
                { header: t`Status`, cell: statusOf },
                { header: t`Change`, cell: actionsOf, quietHeader: true, end: true },
              ]}
              rows={rows}
              rowKey={({ id }) => id}
              empty={<p className="soft">{t`Nobody else gets a copy.`}</p>}
            />
            {rows.length < recipientLimits.atMost && <AddRecipient id={entity.id} />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function statusOf({ confirmed_at: confirmed, expires_at: until }: InvoiceRecipient) {
  if (confirmed !== null) return <Status is="success">{t`Gets a copy`}</Status>
  if (Date.parse(until) < Date.now()) return <Status is="warning">{t`Link has expired`}</Status>
  return <Status is="waiting">{t`Asked, until ${formatDate(until)}`}</Status>
}

const actionsOf = (recipient: InvoiceRecipient) => <RecipientActions recipient={recipient} />

function RecipientActions({ recipient }: { recipient: InvoiceRecipient }) {
  const [removing, setRemoving] = useState(false)
  const { ask, busy } = useCall(resendInvoiceRecipient)
  const { billing_entity_id: id, id: recipientId, email, confirmed_at: confirmed } = recipient
  const resend = async () => {
    try {
      await ask({ id, recipientId })
      toast.success(t`The link was mailed to ${email} again.`)
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <div className="actions">
      {confirmed === null && (
        <Button
          icon={IconMail}
          busy={busy}
          busyLabel={t`Sending..`}
          onClick={() => void resend()}
        >{rich`Send Again${(<span className="unseen"> {t`to ${email}`}</span>)}`}</Button>
      )}
      <Button
        icon={IconTrash}
        onClick={() => setRemoving(true)}
      >{rich`Remove${(<span className="unseen"> {email}</span>)}`}</Button>
      {removing && (
        <ConfirmDialog
          confirm={t`Remove`}
          busy={t`Removing..`}
          danger
          onConfirm={async () => void (await call(removeInvoiceRecipient, { id, recipientId }))}
          onCancel={() => setRemoving(false)}
        >
          <p>{t`${email} gets no more invoices.`}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function AddRecipient({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const { ask } = useCall(addInvoiceRecipient)
  return (
    <div>
      <Button icon={IconPlus} onClick={() => setOpen(true)}>{t`Add an Address`}</Button>
      {open && (
        <Dialog title={t`Send a copy of every invoice`} onClose={() => setOpen(false)}>
          <FormShell
            schema={NewInvoiceRecipient}
            defaults={{ email: '' }}
            send={({ email }) => ask({ id, email })}
            onDone={({ email }) => {
              toast.success(t`A link to confirm was mailed to ${email}.`)
              setOpen(false)
            }}
            submit={t`Add`}
            busy={t`Adding..`}
            guard={false}
            notice={false}
          >
            <TextField name="email" label={t`Email`} type="email" autoComplete="off" />
          </FormShell>
        </Dialog>
      )}
    </div>
  )
}
