import type { Role } from '@byre/contract/rights'
import { kindNames } from '@byre/contract/place-kinds'
import { useIsLastOwner, whyNotLeaveId } from './last-owner.ts'
import { mayManage, words, type PeopledPlace } from './place.ts'
import '../ui/fold.css'

/** On demand: what the reader's role keeps from them here, and who can do it. Owners miss nothing but a way out. */
export function WhatIsMissing({ place }: { place: PeopledPlace }) {
  const isLastOwner = useIsLastOwner(place)
  if (isLastOwner) return <WhyNotLeave place={place} />
  if (place.role === 'Owner') return null
  const owners = `the Owners of this ${words[place.kind]}`
  const said: Record<Exclude<Role, 'Owner'>, string> = {
    Admin: `Making someone an Owner, changing or removing one, and handing over are for ${owners}.`,
    User: `Inviting and removing people, changing their roles and seeing what was done here are for its Owners and Admins; handing over is for ${owners}.`,
  }
  return (
    <details className="fold">
      <summary>
        {mayManage(place) ? 'What can I not do here?' : 'Why can I not change anything here?'}
      </summary>
      <p>
        You are its {place.role}. {said[place.role]}
      </p>
    </details>
  )
}

function WhyNotLeave({ place: { kind } }: { place: PeopledPlace }) {
  return (
    <details className="fold">
      <summary>Why can I not leave?</summary>
      <p id={whyNotLeaveId}>
        You are the only Owner, and a {kindNames[kind].words} needs at least one owner. Hand it over, or make
        somebody else an Owner, with ‘Change’ beside their role; whoever does not belong here yet has to be
        invited first.
      </p>
    </details>
  )
}
