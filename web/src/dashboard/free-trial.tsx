import { t } from '@byre/contract/words'
import { formatList } from '../lib/format.ts'
import { limits } from '@byre/contract/limits'
import { useSession } from '../lib/session.ts'
import type { Kind } from '../products.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

/** For a user whose first group is 'User' and who has no places yet. */
export function FreeTrial({ offered }: { offered: readonly Kind[] }) {
  const isUser = useSession()?.user.groups[0] === 'User'
  if (!isUser || offered.length === 0) return null
  return (
    <Card title={t`Start Your Free Trial!`}>
      <p>{t`Set up your first ${formatList(
        offered.map(({ one }) => (one === 'site' ? t`site` : t`clinic`)),
        'disjunction',
      )} and use all of it for ${limits.trialDays} days. No card is needed to begin.`}</p>
      <div className="row">
        {offered.map((kind, index) => (
          <ButtonLink
            key={kind.product}
            to={kind.paths.add()}
            kind={index === 0 ? 'primary' : 'plain'}
          >{t`Create ${kind.title}`}</ButtonLink>
        ))}
      </div>
    </Card>
  )
}
