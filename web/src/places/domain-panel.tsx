import { t, translated } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import type { DomainClaim, DomainRecord, DomainState } from '@byre/contract/places/domain-claims'
import { useState } from 'react'
import { Fact, Facts } from '../ui/facts.tsx'
import { formatMoment } from '../lib/format.ts'
import { remember, useAsk } from '../lib/query.ts'
import { Refusal, sentenceOf } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import type { Kind, Place } from '../products.ts'
import { Status, type StatusKind } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { domainCalls, domainStates } from './domain-calls.ts'
import { hostOf } from './hosts.ts'
import '../ui/fold.css'
import './places.css'

/** While the proof is awaited the panel follows it by itself. */
const followEveryMs = { pending: 5_000, failing: 30_000, removed: 30_000, verified: 60_000 }

/** How far the proof of a custom domain has come, what must be set for it and what was seen. */
export function DomainPanel({ kind, place }: { kind: Kind; place: Place }) {
  const { get } = domainCalls[kind.one]
  const claim = useAsk(get, { id: place.id }, { every: (claim) => claim && followEveryMs[claim.state] })
  return (
    <Card title={t`Custom Domain`}>
      <Loaded
        ask={claim}
        skeleton={<Skeleton height="20rem" />}
        failed={t`An error occurred while loading the domain.`}
      >
        {(claim) => claim && <Claim kind={kind} place={place} claim={claim} />}
      </Loaded>
    </Card>
  )
}

const says: Record<DomainState, (domain: string) => string> = {
  pending: (domain) =>
    t`Set these two records where ${domain} is managed. We check every minute at first, then less often; this page updates by itself.`,
  verified: (domain) => t`Both records are there: ${domain} is yours, and your app answers there.`,
  failing: (domain) => t`The records of ${domain} have changed. Please set them right again.`,
  removed: (domain) =>
    t`The records of ${domain} were wrong for too long, so its proof is void. Set them again, then check now.`,
}

function Claim(props: { kind: Kind; place: Place; claim: DomainClaim }) {
  const { kind, place, claim } = props
  if (claim.state === 'verified') return <Verified {...props} />
  const { is, word } = domainStates[claim.state]
  return (
    <>
      <p role="status">
        <Status is={is}>{word}</Status> <strong>{claim.domain}</strong>
      </p>
      <p>{says[claim.state](claim.domain)}</p>
      {(isAwaited(claim) || claim.reason) && (
        <p>
          {isAwaited(claim)
            ? t`Neither record is there yet. New records can take a few hours to be seen; the Owners get a mail once both are found.`
            : translated(claim.reason ?? '')}
        </p>
      )}
      <Records claim={claim} />
      <Look kind={kind} place={place} claim={claim} />
    </>
  )
}

/** Nothing is wrong: the records were only not set yet, or not so long ago that we would see them. */
const isAwaited = ({ state, checked_at, records }: DomainClaim) =>
  state === 'pending' && checked_at !== null && records.every(({ seen }) => seen.length === 0)

/** One line: it is the place's address, and nothing is left to do. */
function Verified(props: { kind: Kind; place: Place; claim: DomainClaim }) {
  const { place, claim } = props
  return (
    <>
      <p role="status" className="row">
        <Status is="success">{domainStates.verified.word}</Status>
        <span>{rich`${(
          <a
            className="wide-target"
            href={place.domain ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
          >
            {claim.domain}
          </a>
        )} is the web address.`}</span>
      </p>
      <details className="fold">
        <summary>{t`Records`}</summary>
        <div className="stack">
          <p>{says.verified(claim.domain)}</p>
          <Facts>
            <Fact name={t`Launches at`}>{hostOf(place.launch_url)}</Fact>
          </Facts>
          <Records claim={claim} />
          <Look {...props} />
        </div>
      </details>
    </>
  )
}

const Records = ({ claim }: { claim: DomainClaim }) => (
  <div className="halves">
    {claim.records.map((record) => (
      <DnsRecord key={record.type} record={record} claim={claim} />
    ))}
  </div>
)

function DnsRecord({ record, claim }: { record: DomainRecord; claim: DomainClaim }) {
  const { type, name, value, seen } = record
  const isLookedFor = claim.checked_at !== null
  const { is, word } = standingOf(record, claim)
  return (
    <section className="stack dns-record" aria-label={t`${type} record`}>
      <h3>
        {t`${type} record`} {isLookedFor && <Status is={is}>{word}</Status>}
      </h3>
      <Facts>
        <Fact name={t`Name`}>
          <span className="figures">{name}</span>
          <CopyButton text={name} label={t`Copy the name of the ${type} record`} />
        </Fact>
        <Fact name={t`Value`}>
          {value === null ? (
            t`None: please remove it`
          ) : (
            <>
              <span className="figures">{value}</span>
              <CopyButton text={value} label={t`Copy the value of the ${type} record`} />
            </>
          )}
        </Fact>
        <Fact name={t`We saw`}>
          {seen.length > 0 ? seen.join(', ') : isLookedFor ? t`No such record` : t`Not checked yet`}
        </Fact>
      </Facts>
    </section>
  )
}

/** One that is not there yet is no fault; one that went is, and so is another in its place. */
function standingOf({ seen, ok }: DomainRecord, { state }: DomainClaim): { is: StatusKind; word: string } {
  if (ok) return { is: 'success', word: t`Found` }
  if (seen.length > 0) return { is: 'warning', word: t`Does not match` }
  return state === 'pending'
    ? { is: 'waiting', word: t`Not there yet` }
    : { is: 'warning', word: t`Not there` }
}

/** When it was looked up, and the way to have it looked up at once. */
function Look({ kind, place, claim }: { kind: Kind; place: Place; claim: DomainClaim }) {
  const { get, check } = domainCalls[kind.one]
  const { ask, busy } = useCall(check)
  const [answer, setAnswer] = useState<{ is: 'info' | 'danger'; sentence: string } | null>(null)

  const checkNow = async () => {
    setAnswer(null)
    try {
      remember(get, { id: place.id }, await ask({ id: place.id }))
    } catch (error) {
      const isTooOften = error instanceof Refusal && error.status === 429
      setAnswer(
        isTooOften ? { is: 'info', sentence: justLooked } : { is: 'danger', sentence: sentenceOf(error) },
      )
    }
  }
  return (
    <>
      {answer && (
        <Banner is={answer.is} live>
          {answer.sentence}
        </Banner>
      )}
      <div className="row">
        {place.role !== 'User' && (
          <Button
            busy={busy}
            busyLabel={t`Checking..`}
            onClick={() => void checkNow()}
          >{t`Check now`}</Button>
        )}
        <p className="soft">
          {claim.checked_at ? t`Last checked ${formatMoment(claim.checked_at)}.` : t`Not checked yet.`}{' '}
          {claim.next_check_at && t`Next check ${formatMoment(claim.next_check_at)}.`}
        </p>
      </div>
    </>
  )
}

const justLooked = t`We checked a moment ago. DNS changes take a while to show up: please try again in a minute.`
