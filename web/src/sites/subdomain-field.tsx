import { subdomainWarning } from '@byre/contract/fields'
import type { Site } from '@byre/contract/sites'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useFormValue } from '../ui/form-shell.tsx'
import { MaskedField } from '../ui/masked-field.tsx'
import { subdomainMask } from '../ui/masks.ts'
import { useAvailability, type Availability } from './availability.ts'
import { hostOf } from './launch-host.ts'
import './sites.css'

/** Stripped, lowercased and cut while typing; says at once whether it can be had and where the app will answer. */
export function SubdomainField({ site }: { site?: Site }) {
  return (
    <MaskedField
      name="subdomain"
      label="Subdomain"
      mask={subdomainMask}
      autoComplete="off"
      warn={subdomainWarning}
      hint={<WhereItAnswers site={site} />}
    />
  )
}

/** As high whatever it says, so that nothing below it moves. */
function WhereItAnswers({ site }: { site: Site | undefined }) {
  const typed = useFormValue('subdomain')
  const availability = useAvailability(typed, site?.id, site?.subdomain ?? '')
  const isOwn = site !== undefined && typed === site.subdomain
  return (
    <span className="answers" role="status">
      {isOwn ? `Your app answers at ${hostOf(site.launch_url)}` : inWords(typed, availability)}
    </span>
  )
}

function inWords(typed: string, availability: Availability) {
  switch (availability.is) {
    case 'checking':
      return `Checking ${typed}…`
    case 'taken':
      return (
        <span className="answers-taken">
          <IconAlertTriangle size={16} aria-hidden /> {availability.sentence}
        </span>
      )
    case 'free':
      return (
        <span className="answers-free">
          <IconCircleCheck size={16} aria-hidden /> Your app will answer at {hostOf(availability.launchUrl)}
        </span>
      )
    case 'unknown':
      return '3 to 25 letters, digits and dashes. Your app gets its own address by this name.'
  }
}
