import { limits } from '@byre/contract/limits'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

/** For a user whose first group is 'User' and who has no places yet. */
export function FreeTrial({ mayCreate }: { mayCreate: boolean }) {
  const isUser = useSession()?.user.groups[0] === 'User'
  if (!isUser || !mayCreate) return null
  return (
    <Card title="Start Your Free Trial!">
      <p>Set up your first site and use all of it for {limits.trialDays} days. No card is needed to begin.</p>
      <p>
        <ButtonLink to={paths.newSite()} kind="primary">
          Create Site
        </ButtonLink>
      </p>
    </Card>
  )
}
