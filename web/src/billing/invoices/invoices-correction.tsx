import { t } from '@byre/contract/words'
import { correctInvoice, InvoiceCorrection, type Invoice } from '@byre/contract/billing/invoices'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormShell } from '../../ui/forms/form-shell.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { AddressFields } from '../../ui/forms/address-fields.tsx'
import { problemsOf, textForm } from '../../ui/forms/form-texts.ts'

const fields = ['name', 'address', 'city', 'country', 'region', 'postal_code'] as const
const CorrectionForm = textForm(fields, (values) => problemsOf(InvoiceCorrection, values))

interface CorrectAddressProps {
  invoice: Invoice
  onCorrected: (issued: Invoice) => void
}

/** The way to have an invoice made out to another name or address, while that is possible. */
export function CorrectAddress({ invoice, onCorrected }: CorrectAddressProps) {
  const [open, setOpen] = useState(false)
  const { kind, status, credited, total } = invoice
  if (kind !== 'invoice' || credited > 0 || total === 0 || (status !== 'open' && status !== 'paid'))
    return null
  return (
    <>
      <Button icon={IconPencil} onClick={() => setOpen(true)}>{t`Correct the Address`}</Button>
      {open && (
        <CorrectionDialog invoice={invoice} onClose={() => setOpen(false)} onCorrected={onCorrected} />
      )}
    </>
  )
}

interface CorrectionDialogProps extends CorrectAddressProps {
  onClose: () => void
}

function CorrectionDialog({ invoice, onClose, onCorrected }: CorrectionDialogProps) {
  const { ask } = useCall(correctInvoice)
  const { id, number, payer: billingEntity } = invoice
  return (
    <Dialog title={t`Correct invoice ${number}`} onClose={onClose}>
      <p>{t`A credit note takes this invoice back and a new one is issued in its place. What was paid goes with it; your billing information stays as it is.`}</p>
      <FormShell
        schema={CorrectionForm}
        defaults={Object.fromEntries(fields.map((name) => [name, billingEntity[name] ?? ''])) as Texts}
        send={(values) => ask({ ...values, id })}
        onDone={(issued) => {
          toast.success(t`Invoice ${issued.number} was issued.`)
          onCorrected(issued)
        }}
        submit={t`Issue Again`}
        busy={t`Issuing..`}
        guard={false}
      >
        <div className="stack">
          <TextField name="name" label={t`Name`} autoComplete="organization" />
          <AddressFields />
        </div>
      </FormShell>
    </Dialog>
  )
}

type Texts = Record<(typeof fields)[number], string>
