import { t } from '@byre/contract/words'
import type { User } from '@byre/contract/people/users'
import { useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { brand } from '../brand.ts'
import { useMe } from '../lib/me.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Drawing } from '../ui/drawings/drawing.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NotFound } from '../ui/states.tsx'
import { RoleCards } from './role-cards.tsx'
import { UpdateAccount } from './update-account.tsx'
import { keepStep, type Step } from './welcome-step.ts'
import { LeaveWelcome, StepOf } from './welcome-ways.tsx'

/** /welcome/1, 2 and 3: the step is in the address, so that back, reload and a later visit find it. */
export function Component() {
  const step = Number(useParams()['step'])
  const me = useMe()
  if (step !== 1 && step !== 2 && step !== 3) return <NotFound home={paths.home()} />
  return (
    <Loaded
      ask={me}
      skeleton={<Skeleton height="24rem" />}
      failed={t`An error occurred while loading user profile.`}
    >
      {(user) => <Welcome me={user} step={step} />}
    </Loaded>
  )
}

function Welcome({ me, step }: { me: User; step: Step }) {
  // Whoever was welcomed before has no business here; whoever is welcomed now is led on by the card
  // they choose.
  const [wasOnboarded] = useState(me.onboarded === 1)
  if (wasOnboarded) return <Navigate to={paths.home()} replace />
  return <WelcomeStep me={me} step={step} />
}

export function WelcomeStep({ me, step }: { me: User; step: Step }) {
  useEffect(() => {
    if (me.onboarded !== 1) keepStep(me, step)
  }, [me, step])
  if (step === 1) return <Intro me={me} />
  if (step === 2) return <UpdateAccount me={me} />
  return <RoleCards me={me} />
}

function Intro({ me }: { me: User }) {
  return (
    <Page title={t`Welcome to ${brand.name}`} narrow crumbs={[]}>
      <Drawing of={brand.products[0] === 'clinics' ? 'stethoscope' : 'gate'} />
      <p>{t`Where you work, who works there and what it costs: all in one place.`}</p>
      <StepOf step={1}>{t`Next, say who you are. Then choose what you came for.`}</StepOf>
      <p>
        <ButtonLink to={paths.welcome(2)} kind="primary">{t`Get Started!`}</ButtonLink>
      </p>
      <LeaveWelcome me={me} />
    </Page>
  )
}
