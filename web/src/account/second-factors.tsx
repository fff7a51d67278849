import { plural, t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { getBackupCodes, getTotp, listPasskeys } from '@byre/contract/accounts/second-factors'
import { useState } from 'react'
import { formatDate } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { Status } from '../ui/badge.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import './account.css'
import { RenewBackupCodes } from './backup-codes.tsx'
import { Passkeys } from './passkeys.tsx'
import { RemoveTotp, SetUpTotp } from './totp.tsx'
import { TrustedDevices } from './trusted-devices.tsx'
import { Waiting } from '../ui/skeletons.tsx'

/** What is asked for after the password, and what stands in for it. */
export function SecondFactors() {
  return (
    <FormSection
      title={t`Two-step sign-in`}
      hint={t`With an app or a passkey set up, your password alone no longer signs anybody in.`}
    >
      <App />
      <Passkeys />
      <BackupCodes />
      <TrustedDevices />
    </FormSection>
  )
}

function App() {
  const totp = useAsk(getTotp, {})
  // The answer may say that it is set up while its backup codes are still on screen.
  const [isUnderWay, setUnderWay] = useState(false)
  return (
    <div className="factor">
      <h3>{t`Authenticator app`}</h3>
      <Loaded ask={totp} skeleton={<Skeleton height="5rem" />}>
        {({ is_set_up, added_at, last_used_at }) =>
          is_set_up && !isUnderWay ? (
            <>
              <p className="factor-state">
                {last_used_at
                  ? rich`${(<Status is="success">{t`Set up`}</Status>)} since ${formatDate(added_at ?? '')}, last used on ${formatDate(last_used_at)}`
                  : rich`${(<Status is="success">{t`Set up`}</Status>)} since ${formatDate(added_at ?? '')}`}
              </p>
              <div>
                <RemoveTotp />
              </div>
            </>
          ) : (
            <>
              <p className="soft">{t`An app on your phone shows a new code every half minute.`}</p>
              <div>
                <SetUpTotp onUnderWay={setUnderWay} />
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** Codes exist only beside a factor that they can stand in for. */
function BackupCodes() {
  const asks = [useAsk(getBackupCodes, {}), useAsk(getTotp, {}), useAsk(listPasskeys, {})] as const
  if (asks.some(({ isPending }) => isPending)) return <Waiting />
  const [codes, totp, passkeys] = [asks[0].data, asks[1].data, asks[2].data]
  const hasFactor = totp?.is_set_up || (passkeys?.passkeys.length ?? 0) > 0
  if (!codes || !hasFactor) return null
  return (
    <div className="factor">
      <h3>{t`Backup codes`}</h3>
      <p>
        {codes.left <= fewCodes ? (
          <Status is="warning">{codesLeft(codes.left)}</Status>
        ) : (
          <Status is="success">{codesLeft(codes.left)}</Status>
        )}
      </p>
      <p className="soft">{t`Each signs you in once when you do not have your app or passkey at hand.`}</p>
      <div>
        <RenewBackupCodes />
      </div>
    </div>
  )
}

const fewCodes = 3
const codesLeft = (left: number) =>
  t`${plural(left, { zero: 'No codes left', one: '# code left', other: '# codes left' })}`
