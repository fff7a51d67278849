import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import type { PublicLink as Shown } from '@byre/contract/public-links'
import { Fragment } from 'react'
import { PublicLink } from '../ui/public-link.tsx'

/** What whoever signs up agrees to by it; nothing where this installation has neither page. */
export function Consent({ links }: { links: readonly Shown[] }) {
  const agreedTo = links.filter(({ name }) => name === 'terms' || name === 'privacy')
  if (agreedTo.length === 0) return null
  return (
    <p className="hint">{rich`By creating an account you agree to the ${agreedTo.map((link, at) => (
      <Fragment key={link.name}>
        {at > 0 && ` ${t`and`} `}
        <PublicLink {...link} />
      </Fragment>
    ))}.`}</p>
  )
}
