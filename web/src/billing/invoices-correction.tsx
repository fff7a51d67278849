import { correctInvoice, InvoiceCorrection, type Invoice } from '@byre/contract/invoices'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormShell } from '../ui/form-shell.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { problemsOf, textForm } from './form-texts.ts'

const fields = ['name', 'address', 'city', 'country', 'region', 'postal_code'] as const
const CorrectionForm = textForm(fields, (values) => problemsOf(InvoiceCorrection, values))

interface CorrectInvoiceProps {
  invoice: Invoice
  onClose: () => void
  onCorrected: () => void
}

/** Makes an invoice out to another name or address. */
export function CorrectInvoice({ invoice, onClose, onCorrected }: CorrectInvoiceProps) {
  const { ask } = useCall(correctInvoice)
  const { id, number, payer } = invoice
  return (
    <Dialog title={`Correct invoice ${number}`} onClose={onClose}>
      <p>
        A credit note takes this invoice back and a new one is issued in its place. What was paid goes with
        it; your billing information stays as it is.
      </p>
      <FormShell
        schema={CorrectionForm}
        defaults={Object.fromEntries(fields.map((name) => [name, payer[name] ?? ''])) as Texts}
        send={(values) => ask({ ...values, id })}
        onDone={(issued) => {
          toast.success(`Invoice ${issued.number} was issued.`)
          onCorrected()
        }}
        submit="Issue Again"
        busy="Issuing.."
        guard={false}
      >
        <div className="stack">
          <TextField name="name" label="Name" autoComplete="organization" />
          <AddressFields />
        </div>
      </FormShell>
    </Dialog>
  )
}

type Texts = Record<(typeof fields)[number], string>
