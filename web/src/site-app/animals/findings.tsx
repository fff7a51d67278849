import type { TimelineEvent } from '@byre/contract/herd/animals'
import { guideOf } from '@byre/contract/herd/findings'
import '../line-link.css'
import { EventLink } from './event-link.tsx'

/** What is odd, in a sentence each. */
const sentences: Readonly<Record<string, string>> = {
  'test tag': 'It wears a test tag, which is not an animal’s number.',
  'cannot be a transponder': 'One of its numbers cannot be an electronic tag.',
  'check digit': 'The check digit of its UK tag is wrong.',
  'Greece is EL': 'Greek tags begin with EL; this one begins with GR.',
  'one tag on two animals': 'Another animal has the same tag.',
  'clock cannot be trusted': 'The device that recorded this had a wrong clock.',
  'possible double entry': 'The same may have been recorded twice. Both count.',
  'recorded after its end': 'Something was recorded after it had died or left.',
  'extra-label without a figure': 'It was treated off label, and no veterinarian has given a figure.',
  'banned use': 'A medicine was used in a way that is not allowed.',
  prohibited: 'It was given a medicine that is not allowed for it.',
  'late truth': 'It was held when its load left, and that became known only later.',
  'no approved tag': 'It came here without an approved tag.',
  'tag to retire': 'Its tag number is to be reported as retired.',
  'tag to cross-reference': 'Its new tag number is to be reported together with the old one.',
  'unread head': 'Some head of its group could not be read when they were treated.',
}

const actors = { crew: 'For the crew', manager: 'For a manager', veterinarian: 'For a veterinarian' }

interface FindingsProps {
  findings: readonly { kind: string; subject: string }[]
  events: readonly TimelineEvent[]
}

/** What a person must look at, and who. */
export function Findings({ findings, events }: FindingsProps) {
  return (
    <ul className="animal-findings">
      {findings.map(({ kind, subject }) => (
        <li key={`${kind} ${subject}`}>
          {sentences[kind] ?? kind} <span className="soft">{actors[guideOf(kind).who]}.</span>{' '}
          <EventLink events={events} id={subject} className="line-link">
            See it
          </EventLink>
        </li>
      ))}
    </ul>
  )
}
