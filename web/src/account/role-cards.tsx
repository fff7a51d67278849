import { getUser, updateUser, type User } from '@byre/contract/users'
import { useNavigate } from 'react-router'
import { remember } from '../lib/query.ts'
import { requestIdOf, sentenceOf } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { StepOf } from './step-of.tsx'

/** Step 3: what someone came for. A card stands here only when there is a screen behind it. */
export function RoleCards({ me }: { me: User }) {
  return (
    <Page title="What brings you here?">
      <StepOf step={3}>Both can be done later, too.</StepOf>
      <ul className="grid">
        {me.capabilities.sites && <SiteOwner />}
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

function InvitedUser({ me }: { me: User }) {
  const navigate = useNavigate()
  const { ask, busy } = useCall(updateUser)

  const check = async () => {
    try {
      const user = await ask({ id: me.id, onboarded: '1' })
      remember(getUser, { id: user.id }, user)
      void navigate(paths.home(), { state: { lookedForInvites: true } })
    } catch (error) {
      toast.error(sentenceOf(error), requestIdOf(error))
    }
  }
  return (
    <Card as="li" title="Invited app user">
      <p>Someone you work with has a site already and asked you to join it.</p>
      <p>
        <Button busy={busy} busyLabel="Checking.." onClick={() => void check()}>
          Check for Invites
        </Button>
      </p>
    </Card>
  )
}
