import { t } from '@byre/contract/words'
import { formatList } from '../lib/format.ts'
import type { User } from '@byre/contract/people/users'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { managedBy, type Kind } from '../products.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { LeaveWelcome, StepOf, useWelcomed } from './welcome-ways.tsx'

/** Step 3: what someone came for, the brand's own product first. */
export function RoleCards({ me }: { me: User }) {
  const owners = { sites: SiteOwner, clinics: ClinicOwner }
  return (
    <Page
      title={t`What brings you here?`}
      crumbs={[
        { label: t`Welcome`, to: paths.welcome(1) },
        { label: t`Tell us who you are`, to: paths.welcome(2) },
      ]}
    >
      <StepOf step={3}>{t`You can do all of this later, too.`}</StepOf>
      <ul className="grid">
        {managedBy(me).map(({ product }, at) => {
          const Owner = owners[product]
          return <Owner key={product} me={me} kind={at === 0 ? 'primary' : 'plain'} />
        })}
        <InvitedUser me={me} />
      </ul>
      <LeaveWelcome me={me} />
    </Page>
  )
}

interface OwnerProps {
  me: User
  kind: 'primary' | 'plain'
}

function SiteOwner({ kind }: OwnerProps) {
  return (
    <Card as="li" title={t`Site owner or manager`}>
      <p>{t`You run a place with livestock: a ranch, a herd, a feedlot. Give it its own address, its people and its animal records.`}</p>
      <p>
        <ButtonLink to={paths.newSite()} kind={kind}>{t`Create Site`}</ButtonLink>
      </p>
    </Card>
  )
}

function ClinicOwner({ me, kind }: OwnerProps) {
  const navigate = useNavigate()
  const { welcome, busy } = useWelcomed(me)
  return (
    <Card as="li" title={t`Clinic owner or manager`}>
      <p>{t`You run a veterinary clinic. Give it its own address and its people; its records and prescriptions are coming.`}</p>
      <p>
        <Button
          kind={kind}
          busy={busy}
          busyLabel={t`Starting..`}
          onClick={() => void welcome(() => navigate(paths.newClinic()))}
        >{t`Start Clinic`}</Button>
      </p>
    </Card>
  )
}

const aPlace = ({ one }: Kind) => (one === 'site' ? t`a site` : t`a clinic`)

function InvitedUser({ me }: { me: User }) {
  const navigate = useNavigate()
  const { welcome, busy } = useWelcomed(me)
  return (
    <Card as="li" title={t`Invited app user`}>
      <p>{t`Someone you work with has ${formatList(managedBy(me).map(aPlace), 'disjunction')} already and asked you to join it.`}</p>
      <p>
        <Button
          busy={busy}
          busyLabel={t`Checking..`}
          onClick={() => void welcome(() => navigate(paths.invites()))}
        >{t`Check for Invites`}</Button>
      </p>
    </Card>
  )
}
