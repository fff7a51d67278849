import { getUser, updateUser, type User } from '@byre/contract/people/users'
import { useNavigate } from 'react-router'
import { remember } from '../lib/query.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { subjectKinds } from '../products.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { StepOf } from './step-of.tsx'

/** Step 3: what someone came for, the brand's own product first. */
export function RoleCards({ me }: { me: User }) {
  const owners = { sites: SiteOwner, clinics: ClinicOwner }
  return (
    <Page
      title="What brings you here?"
      crumbs={[
        { label: 'Welcome', to: paths.welcome(1) },
        { label: 'Tell us who you are', to: paths.welcome(2) },
      ]}
    >
      <StepOf step={3}>All of it can be done later, too.</StepOf>
      <ul className="grid">
        {subjectKinds.map(({ product }) => {
          const Owner = owners[product]
          return me.capabilities[product] && <Owner key={product} me={me} />
        })}
        <InvitedUser me={me} />
      </ul>
    </Page>
  )
}

function SiteOwner() {
  return (
    <Card as="li" title="Site owner or manager">
      <p>
        You run a place with livestock: a ranch, a herd, a feedlot. Give it its records and its own address.
      </p>
      <p>
        <ButtonLink to={paths.newSite()} kind="primary">
          Create Site
        </ButtonLink>
      </p>
    </Card>
  )
}

function ClinicOwner({ me }: { me: User }) {
  const navigate = useNavigate()
  const { welcome, busy } = useWelcomed(me)
  return (
    <Card as="li" title="Clinic owner or manager">
      <p>You run a veterinary clinic: its records, prescriptions and labels, under its own address.</p>
      <p>
        <Button
          kind="primary"
          busy={busy}
          busyLabel="Starting.."
          onClick={() => void welcome(() => navigate(paths.newClinic()))}
        >
          Start Clinic
        </Button>
      </p>
    </Card>
  )
}

function InvitedUser({ me }: { me: User }) {
  const navigate = useNavigate()
  const { welcome, busy } = useWelcomed(me)
  return (
    <Card as="li" title="Invited app user">
      <p>
        Someone you work with has {subjectKinds.map(({ one }) => `a ${one}`).join(' or ')} already and asked
        you to join it.
      </p>
      <p>
        <Button
          busy={busy}
          busyLabel="Checking.."
          onClick={() => void welcome(() => navigate(paths.invites()))}
        >
          Check for Invites
        </Button>
      </p>
    </Card>
  )
}

/** Marks the welcome as over, then goes on. */
function useWelcomed(me: User) {
  const { ask, busy } = useCall(updateUser)
  const welcome = async (goOn: () => void | Promise<void>) => {
    try {
      const user = await ask({ id: me.id, onboarded: '1' })
      remember(getUser, { id: user.id }, user)
      void goOn()
    } catch (error) {
      toast.failure(error)
    }
  }
  return { welcome, busy }
}
