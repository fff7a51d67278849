import { t } from '@byre/contract/words'
import { listBlockers } from '@byre/contract/people/leaving'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useAsk } from '../lib/query.ts'
import { Button } from '../ui/button.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportData } from './export.tsx'
import { LeavingBlockers } from './leaving-blockers.tsx'

/** What someone may take along, and how they go. */
export function YourData() {
  const blockers = useAsk(listBlockers, {})
  const [leaving, setLeaving] = useState(false)
  return (
    <FormSection
      title={t`Your data`}
      hint={t`Your profile, memberships, invitations, devices, security events, activity and invoices, as one file.`}
    >
      <ExportData />
      <div className="factor">
        <h3>{t`Delete my account`}</h3>
        <p className="soft">{t`You are signed out everywhere and leave every site, clinic and billing information. Your name, address and phone number are no longer kept; invoices stay with whoever paid them. This cannot be undone.`}</p>
        <Loaded ask={blockers} skeleton={<Skeleton height="3rem" />}>
          {({ blockers }) =>
            blockers.length > 0 ? (
              <LeavingBlockers blockers={blockers} />
            ) : (
              <div className="form-buttons">
                <Button
                  kind="danger"
                  icon={IconTrash}
                  onClick={() => setLeaving(true)}
                >{t`Delete my account`}</Button>
              </div>
            )
          }
        </Loaded>
      </div>
      {leaving && <DeleteAccount onClose={() => setLeaving(false)} />}
    </FormSection>
  )
}
