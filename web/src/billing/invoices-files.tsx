import type { BillingEntity } from '@byre/contract/billing-entities'
import { exportInvoices, getInvoicePdf, getReceipt, type Invoice } from '@byre/contract/invoices'
import { IconDownload, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { requestIdOf, sentenceOf } from '../lib/refusal.ts'
import { saveFile } from '../lib/save-file.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { CorrectInvoice } from './invoices-correction.tsx'

interface SaveProps {
  label: string
  name: string
  type: string
  ask: () => Promise<BlobPart>
}

/** Fetches a file and hands it to the browser to keep. */
function Save({ label, name, type, ask }: SaveProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(name, await ask(), type)
    } catch (error) {
      toast.error(sentenceOf(error), requestIdOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={IconDownload} busy={busy} busyLabel="Downloading.." onClick={() => void save()}>
      {label}
    </Button>
  )
}

/** What a spreadsheet reads as UTF-8; reading the answer as text took it away. */
const byteOrderMark = '\ufeff'

/** All invoices and credit notes of a payer as one table. */
export function ExportInvoices({ entity: { id, name } }: { entity: BillingEntity }) {
  return (
    <div>
      <Save
        label="Download all as CSV"
        name={`${name} invoices.csv`}
        type="text/csv;charset=utf-8"
        ask={async () => byteOrderMark + (await call(exportInvoices, { id }))}
      />
    </div>
  )
}

interface InvoiceFilesProps {
  invoice: Invoice
  onCorrected: () => void
}

/** An invoice to keep, its receipt where it was paid, and the way to correct who it is made out to. */
export function InvoiceFiles({ invoice, onCorrected }: InvoiceFilesProps) {
  const [correcting, setCorrecting] = useState(false)
  const { id, number, kind, status, credited, total } = invoice
  const isInvoice = kind === 'invoice'
  const mayCorrect = isInvoice && (status === 'open' || status === 'paid') && credited === 0 && total > 0
  const type = 'application/pdf'
  return (
    <div className="deeds">
      <Save
        label="Download PDF"
        name={`${kind.replace('_', '-')}-${number}.pdf`}
        type={type}
        ask={() => call(getInvoicePdf, { id })}
      />
      {isInvoice && status === 'paid' && (
        <Save
          label="Download Receipt"
          name={`receipt-${number}.pdf`}
          type={type}
          ask={() => call(getReceipt, { id })}
        />
      )}
      {mayCorrect && (
        <Button icon={IconPencil} onClick={() => setCorrecting(true)}>
          Correct the Address
        </Button>
      )}
      {correcting && (
        <CorrectInvoice invoice={invoice} onClose={() => setCorrecting(false)} onCorrected={onCorrected} />
      )}
    </div>
  )
}
