import { t } from '@byre/contract/words'
import { IconBuildingBank } from '@tabler/icons-react'
import { ButtonLink } from '../../ui/button.tsx'
import type { AskedInvoice } from '../paid.ts'

/** Leads to the bank's own page, which sends its visitor back to the payer. */
export function ConfirmAtBank({
  debt,
  kind,
  children,
}: {
  debt: AskedInvoice
  kind?: 'primary' | 'plain'
  children: string
}) {
  return (
    <ButtonLink href={debt.action_url} kind={kind} icon={IconBuildingBank}>
      {children}
      <span className="unseen"> {t`for ${debt.place_name} at your bank`}</span>
    </ButtonLink>
  )
}
