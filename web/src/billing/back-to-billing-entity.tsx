import { t } from '@byre/contract/words'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'

export const BackToBillingEntity = ({ id }: { id: string }) => (
  <ButtonLink to={paths.billingEntity(id)}>{t`Back to Billing Information`}</ButtonLink>
)

/** Instead of a screen that the reader's role has no use of; `children` says whose does. */
export const MayNot = ({ id, children }: { id: string; children: string }) => (
  <EmptyState title={t`Your role does not allow this.`} action={<BackToBillingEntity id={id} />}>
    {children}
  </EmptyState>
)
