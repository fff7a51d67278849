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
  signed_up: 'Account created',
  address_confirmed: 'E-mail address confirmed',
  signed_in: 'Signed in',
  sign_in_refused: 'Sign-in refused',
  signing_in_paused: 'Wrong passwords: signing in was paused',
  signing_in_closed: 'A hundred wrong passwords: signing in was closed until a reset',
  signed_out: 'Signed out',
  device_signed_out: 'A device was signed out',
  others_signed_out: 'Signed out everywhere else',
  copy_signed_out: 'A copied sign-in was used, so it was ended',
  password_changed: 'Password changed',
  password_reset: 'Password reset',
  address_asked: 'Another e-mail address asked for',
  wrong_code: 'Wrong code for another e-mail address',
  address_kept: 'Change of e-mail address cancelled',
  address_changed: 'E-mail address changed',
  address_put_back: 'E-mail address put back; the password and ways to sign in added since no longer work',
  totp_added: 'Authenticator app set up',
  totp_removed: 'Authenticator app removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  backup_codes_made: 'New backup codes made',
  backup_code_used: 'Backup code used',
  second_factor_refused: 'Right password, wrong code',
  second_factor_paused: 'Right password, wrong codes: codes were paused',
  second_factors_removed: 'Two-step sign-in removed by support',
  api_key_made: 'API key made',
  api_key_revoked: 'API key revoked',
  api_keys_revoked_by_support: 'API keys revoked by support',
  device_trusted: 'Device trusted for 30 days',
  device_trust_ended: 'Device no longer trusted',
  data_downloaded: 'Your data was downloaded',
  visit_asked: 'Support asked to see Byre as you',
  visit_allowed: 'You allowed support to see Byre as you',
  visit_declined: 'You said no to support, or ended their visit',
  visit_started: 'Support began to see Byre as you, read only',
  visit_looked: 'Support opened one of your pages',
  visit_ended: 'Support no longer sees Byre as you',
  signed_out_by_support: 'Signed out everywhere by support',
  closed_by_support: 'Account closed by support',
  opened_by_support: 'Account opened again by support',
  refused_while_closed: 'Sign-in refused while the account was closed',
}

const networkOf = ({ network }: SecurityEvent) => <Network of={network} />

export function SecurityEvents() {
  const [page, turnTo] = usePageIn('page', Math.floor(limits.listDepth / atOnce))
  const events = useAsk(listSecurityEvents, { page, per_page: atOnce }, { keep: true })
  return (
    <FormSection title="Security activity" hint="Do you see something that was not you? Set a new password.">
      <Loaded ask={events} skeleton={<Skeleton height="30rem" />}>
        {({ security_events: rows, total, page }) => (
          <>
            <Table
              caption="Security activity"
              columns={[
                {
                  header: 'What',
                  cell: ({ event, device }) => [words[event], device].filter(Boolean).join(': '),
                },
                { header: 'Network', cell: networkOf },
                { header: 'When', cell: ({ at }) => formatMoment(at) },
              ]}
              rows={rows}
              rowKey={({ id }) => id}
              empty={null}
            />
            <Pages
              of="what happened"
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
