import { t } from '@byre/contract/words'
import type { Role } from '@byre/contract/rights'
import { kindNames } from '@byre/contract/subject-kinds'
import { useIsLastOwner, whyNotLeaveId } from './last-owner.ts'
import { mayManage, words, type PeopledSubject } from './place.ts'
import '../ui/fold.css'

/** On demand: what the reader's role keeps from them here, and who can do it. Owners miss nothing but a way out. */
export function WhatIsMissing({ subject }: { subject: PeopledSubject }) {
  const isLastOwner = useIsLastOwner(subject)
  if (isLastOwner) return <WhyNotLeave subject={subject} />
  if (subject.role === 'Owner') return null
  const owners = t`the Owners of this ${words[subject.kind]}`
  const said: Record<Exclude<Role, 'Owner'>, string> = {
    Admin: t`Only ${owners} can make someone an Owner, change or remove one, or hand it over.`,
    User: t`Its Owners and Admins invite and remove people, change roles and see what was done here. Only ${owners} can hand it over.`,
  }
  return (
    <details className="fold">
      <summary>
        {mayManage(subject) ? t`What can I not do here?` : t`Why can I not change anything here?`}
      </summary>
      <p>{t`You are its ${subject.role}. ${said[subject.role]}`}</p>
    </details>
  )
}

function WhyNotLeave({ subject: { kind } }: { subject: PeopledSubject }) {
  return (
    <details className="fold">
      <summary>{t`Why can I not leave?`}</summary>
      <p
        id={whyNotLeaveId}
      >{t`You are the only Owner, and a ${kindNames[kind].words} needs at least one owner. Hand it over, or make somebody else an Owner: ‘Change the role’ in the menu at the end of their row does both. Whoever does not belong here yet has to be invited first.`}</p>
    </details>
  )
}
