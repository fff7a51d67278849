import { t } from '@byre/contract/words'
import { subdomain as subdomainRule, subdomainWarning } from '@byre/contract/places/subdomains'
import { use, useEffect } from 'react'
import * as z from 'zod/mini'
import type { Place } from '../products.ts'
import { useFormValue } from '../ui/forms/form-shell.tsx'
import { MaskedField } from '../ui/forms/masked-field.tsx'
import { subdomainMask } from './subdomain-mask.ts'
import { Answer } from './answer.tsx'
import { useAvailability } from './availability.ts'
import { hostOf } from './hosts.ts'
import { useKeptWhole } from './kept-whole.ts'
import { KnownAddress } from './address-told.tsx'

/** Stripped, lowercased and cut while typing; says at once whether it can be had and where the app will answer. */
export function SubdomainField({ place }: { place?: Place }) {
  const mask = useKeptWhole('subdomain', subdomainMask)
  return (
    <MaskedField
      name="subdomain"
      label={t`Subdomain`}
      mask={mask}
      autoComplete="off"
      warn={subdomainWarning}
      hint={<WhereItAnswers place={place} />}
    />
  )
}

function WhereItAnswers({ place }: { place: Place | undefined }) {
  const typed = useFormValue('subdomain')
  const isOwn = place !== undefined && typed === place.subdomain
  const availability = useAvailability({
    name: 'subdomain',
    typed,
    isWhole: z.safeParse(subdomainRule(), typed).success,
    placeId: place?.id,
  })
  const free = availability.is === 'free' ? (availability.reply.launch_url ?? null) : null
  const launchUrl = isOwn ? place.launch_url : free
  const { tell } = use(KnownAddress)
  useEffect(() => tell(launchUrl && hostOf(launchUrl)), [tell, launchUrl])
  if (isOwn) return <Answer>{t`Your app answers at ${hostOf(place.launch_url)}`}</Answer>
  if (availability.is === 'checking') return <Answer>{t`Checking ${typed}…`}</Answer>
  if (availability.is === 'taken') return <Answer is="taken">{availability.sentence}</Answer>
  if (availability.is === 'free' && availability.reply.launch_url)
    return <Answer is="free">{t`Your app will answer at ${hostOf(availability.reply.launch_url)}`}</Answer>
  return <Answer>{t`3 to 25 letters, digits and dashes. Your app gets its own address by this name.`}</Answer>
}
