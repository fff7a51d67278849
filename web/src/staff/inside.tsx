import { t } from '@byre/contract/words'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refusal } from '../lib/refusal.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { EmptyState } from '../ui/states.tsx'

interface InsideProps<T> {
  ask: UseQueryResult<T>
  skeleton?: ReactNode
  failed?: string
  children: (came: T) => ReactNode
}

/** What came, for whoever may come in: staff without a second factor are told how to set one up. */
export function Inside<T>({ ask, skeleton, failed, children }: InsideProps<T>) {
  const session = useSession()
  const isFactorMissing = ask.error instanceof Refusal && ask.error.code === 'staff.second_factor_missing'
  if (isFactorMissing)
    return (
      <EmptyState
        title={t`Set up a second factor first`}
        action={
          session && (
            <ButtonLink to={paths.security(session.uuid)} kind="primary">{t`Go to Security`}</ButtonLink>
          )
        }
      >{t`The back office opens once your account has an authenticator app or a passkey.`}</EmptyState>
    )
  return (
    <Loaded ask={ask} skeleton={skeleton ?? <DetailSkeleton />} {...(failed ? { failed } : {})}>
      {children}
    </Loaded>
  )
}
