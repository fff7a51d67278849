import { deviceInWords } from '@byre/contract/accounts/device-names'
import { t } from '@byre/contract/words'
import { listSecurityEvents, type SecurityEvent } from '@byre/contract/accounts/devices'
import { limits } from '@byre/contract/limits'
import { formatMoment } from '../lib/format.ts'
import { usePageIn } from '../lib/in-address.ts'
import { useAsk } from '../lib/query.ts'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Table } from '../ui/table.tsx'
import { Network } from '../api-keys/network.tsx'
import { Pages } from '../ui/pages.tsx'

const atOnce = 10

const words: Record<SecurityEvent['event'], string> = {
  signed_up: t`Account created`,
  address_confirmed: t`E-mail address confirmed`,
  signed_in: t`Signed in`,
  sign_in_refused: t`Sign-in refused`,
  signing_in_paused: t`Wrong passwords: signing in was paused`,
  signing_in_closed: t`A hundred wrong passwords: signing in was closed until a reset`,
  signed_out: t`Signed out`,
  device_signed_out: t`A device was signed out`,
  others_signed_out: t`Signed out everywhere else`,
  copy_signed_out: t`A copied sign-in was used, so it was ended`,
  password_changed: t`Password changed`,
  password_reset: t`Password reset`,
  address_asked: t`Another e-mail address asked for`,
  wrong_code: t`Wrong code for another e-mail address`,
  address_kept: t`Change of e-mail address cancelled`,
  address_changed: t`E-mail address changed`,
  address_put_back: t`E-mail address put back; the password and ways to sign in added since no longer work`,
  totp_added: t`Authenticator app set up`,
  totp_removed: t`Authenticator app removed`,
  passkey_added: t`Passkey added`,
  passkey_removed: t`Passkey removed`,
  backup_codes_made: t`New backup codes made`,
  backup_code_used: t`Backup code used`,
  second_factor_refused: t`Right password, wrong code`,
  second_factor_paused: t`Right password, wrong codes: codes were paused`,
  second_factors_removed: t`Two-step sign-in removed by support`,
  api_key_made: t`API key made`,
  api_key_revoked: t`API key revoked`,
  api_keys_revoked_by_support: t`API keys revoked by support`,
  device_trusted: t`Device trusted for 30 days`,
  device_trust_ended: t`Device no longer trusted`,
  data_downloaded: t`Your data was downloaded`,
  visit_asked: t`Support asked to see Byre as you`,
  visit_allowed: t`You allowed support to see Byre as you`,
  visit_declined: t`You said no to support, or ended their visit`,
  visit_started: t`Support began to see Byre as you, read only`,
  visit_looked: t`Support opened one of your pages`,
  visit_ended: t`Support no longer sees Byre as you`,
  signed_out_by_support: t`Signed out everywhere by support`,
  closed_by_support: t`Account closed by support`,
  opened_by_support: t`Account opened again by support`,
  refused_while_closed: t`Sign-in refused while the account was closed`,
}

const networkOf = ({ network }: SecurityEvent) => <Network of={network} />

export function SecurityEvents() {
  const [page, turnTo] = usePageIn('page', Math.floor(limits.listDepth / atOnce))
  const events = useAsk(listSecurityEvents, { page, per_page: atOnce }, { keep: true })
  return (
    <FormSection
      title={t`Security activity`}
      hint={t`Do you see something that was not you? Set a new password.`}
    >
      <Loaded ask={events} skeleton={<Skeleton height="30rem" />}>
        {({ security_events: rows, total, page }) => (
          <>
            <Table
              caption={t`Security activity`}
              columns={[
                {
                  header: t`What`,
                  cell: ({ event, device }) =>
                    device ? t`${words[event]}: ${deviceInWords(device)}` : words[event],
                },
                { header: t`Network`, cell: networkOf },
                { header: t`When`, cell: ({ at }) => formatMoment(at) },
              ]}
              rows={rows}
              rowKey={({ id }) => id}
              empty={null}
            />
            <Pages
              of={t`what happened`}
              page={page}
              pages={Math.ceil(Math.min(total, limits.listDepth) / atOnce)}
              onTurn={turnTo}
            />
          </>
        )}
      </Loaded>
    </FormSection>
  )
}
