import { t } from '@byre/contract/words'
import { domainProblem, domainWarning } from '@byre/contract/places/domains'
import { useEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { Fact, Facts } from '../ui/facts.tsx'
import { useAnswer } from '../lib/query.ts'
import type { Place } from '../products.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { useFormValue } from '../ui/forms/form-shell.tsx'
import { MaskedField } from '../ui/forms/masked-field.tsx'
import { Answer } from './answer.tsx'
import { useAvailability } from './availability.ts'
import { fetchDomainAddress } from './domain-address.ts'
import { domainMasks } from './domain-mask.ts'
import { bareDomain } from './hosts.ts'
import { useKeptWhole } from './kept-whole.ts'
import { fetchTopLevelDomains } from './top-level-domains.ts'
import '../ui/fold.css'
import './places.css'

/** Folded away until somebody wants one; open where there is one, and where something is wrong with it. `?domain=1` leads to it. */
export function CustomDomain({ place }: { place?: Place }) {
  const typed = useFormValue('domain')
  const { errors } = useFormState({ name: 'domain' })
  const isSought = useSearchParams()[0].has('domain')
  const [open, setOpen] = useState(isSought)
  const [wasOpened, setWasOpened] = useState(isSought)
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isSought) fold.current?.querySelector('input')?.focus()
  }, [isSought])
  // A kept draft comes a moment after the form.
  const wantsOpen = !wasOpened && typed !== ''
  if ((wantsOpen || errors['domain']) && !open) setOpen(true)
  if (open && !wasOpened) setWasOpened(true)
  return (
    <details
      ref={fold}
      className="fold"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {t`Custom domain`} <span className="soft">{t`(optional)`}</span>
      </summary>
      {wasOpened && (
        <div className="stack">
          <p className="soft">{t`Your app can have a domain of your own, too. It does so once two DNS records prove that the name is yours.`}</p>
          <ARecord />
          <DomainField place={place} isNew={place === undefined} />
        </div>
      )}
    </details>
  )
}

/** The same for every domain, so it can be set before one is named here. */
function ARecord() {
  const address = useAnswer(['domain-address'], fetchDomainAddress).data
  return (
    <div className="dns-record">
      <Facts>
        <Fact name={t`A record`}>
          <span className="figures">{address ?? '…'}</span>
          <CopyButton text={address ?? ''} label={t`Copy the value of the A record`} />
        </Fact>
      </Facts>
    </div>
  )
}

function DomainField({ place, isNew }: { place: Place | undefined; isNew: boolean }) {
  const topLevelDomains = useAnswer(['top-level-domains'], fetchTopLevelDomains).data
  const mask = useKeptWhole('domain', isNew ? domainMasks.fresh : domainMasks.kept)
  return (
    <MaskedField
      name="domain"
      label={t`Domain`}
      optional
      mask={mask}
      before="https://"
      autoComplete="off"
      inputMode="url"
      warn={(typed) =>
        domainWarning(typed) ?? (typed.includes('.') ? problemOf(typed, isNew, topLevelDomains) : null)
      }
      hint={<Records place={place} isNew={isNew} topLevelDomains={topLevelDomains} />}
    />
  )
}

const problemOf = (typed: string, isNew: boolean, topLevelDomains: ReadonlySet<string> | undefined) =>
  domainProblem(typed, { isNew, topLevelDomains })

interface RecordsProps {
  place: Place | undefined
  isNew: boolean
  topLevelDomains: ReadonlySet<string> | undefined
}

/** Whether it can be had. */
function Records({ place, isNew, topLevelDomains }: RecordsProps) {
  const typed = useFormValue('domain')
  const isOwn = place !== undefined && typed === bareDomain(place.domain)
  const availability = useAvailability({
    name: 'domain',
    typed,
    isWhole: typed !== '' && problemOf(typed, isNew, topLevelDomains) === null,
    placeId: place?.id,
  })
  if (isOwn && typed !== '')
    return (
      <Answer>{t`Its two records, and how far its proof has come, are shown on the page of your app.`}</Answer>
    )
  if (availability.is === 'checking') return <Answer>{t`Checking ${typed}…`}</Answer>
  if (availability.is === 'taken') return <Answer is="taken">{availability.sentence}</Answer>
  if (availability.is === 'free')
    return <Answer is="free">{t`${typed} can be used. Its TXT record is shown after saving.`}</Answer>
  return <Answer>{t`Letters, digits, dots and dashes, 25 at most: like ranch.ca.`}</Answer>
}
