import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import type { Overview } from '@byre/contract/billing/overview'
import { IconCircleCheck } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { CardLink } from '../billing/cards/card-link.tsx'
import { monthName } from '../billing/month-names.ts'
import { namesInWords } from '../billing/names-and-sums.ts'
import { billingDay } from '../billing/billing-day.ts'
import { formatDate } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { UnpaidBanners } from '../places/unpaid-banners.tsx'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'

interface Need {
  key: string
  is: 'warning' | 'info'
  words: ReactNode
  button: ReactNode
}

interface NeedsYouProps {
  of: Overview
  /** Of nothing it is not said that it is well. */
  isNew: boolean
}

/** A line and a button for each thing that waits for the reader, the most urgent first. */
export function NeedsYou({ of: overview, isNew }: NeedsYouProps) {
  const title = useId()
  const needs = [
    ...overview.ending_trials.map(endingTrial),
    ...overview.failing_domains.map(failingDomain),
    ...invites(overview),
    ...overview.offered_ownerships.map(offeredOwnership),
    ...overview.expiring_cards.map(expiringCard),
  ]
  const isWell = needs.length === 0 && overview.unpaid.length === 0
  if (isWell)
    return isNew ? null : (
      <p className="all-well">
        <IconCircleCheck size={20} aria-hidden />
        {t`All is well`}
      </p>
    )
  return (
    <section aria-labelledby={title} className="needs-you">
      <h2 id={title}>{t`Needs you`}</h2>
      {overview.unpaid.length > 0 && <UnpaidBanners unpaid={overview.unpaid} />}
      {needs.map(({ key, is, words, button }) => (
        <Banner key={key} is={is} action={button}>
          <p>{words}</p>
        </Banner>
      ))}
      {overview.more > 0 && (
        <p className="soft">{t`And ${overview.more} more, each shown on its own page.`}</p>
      )}
    </section>
  )
}

const billingEntity = ({
  billing_entity_id: id,
  billing_entity_name: name,
}: Overview['expiring_cards'][number] | Overview['ending_trials'][number]) => (
  <Link to={paths.billingEntity(id)}>{name}</Link>
)

function endingTrial(trial: Overview['ending_trials'][number]): Need {
  const { billing_entity_id: id, place_names: names, places, ends_at: end } = trial
  const all = [...names, ...Array.from({ length: places - names.length }, () => '')]
  return {
    key: `trial ${id}`,
    is: 'warning',
    words: rich`${billingEntity(trial)} has no card. The trial of ${namesInWords(all)} ends on ${billingDay(end)}.`,
    button: <CardLink billingEntityId={id}>{t`Add Card`}</CardLink>,
  }
}

const pageOf = { site: paths.site, clinic: paths.clinic, billing_entity: paths.billingEntity }

function failingDomain({ kind, id, name, domain }: Overview['failing_domains'][number]): Need {
  return {
    key: `domain ${id}`,
    is: 'warning',
    words: t`The records of ${domain ?? ''}, the domain of ${name}, have changed.`,
    button: <ButtonLink to={pageOf[kind](id)}>{t`Check Domain`}</ButtonLink>,
  }
}

function invites({ invites: count, invited_to: name }: Overview): Need[] {
  if (count === 0) return []
  const newest = name ?? ''
  const words =
    count === 1
      ? t`You are invited to ${newest}.`
      : t`${count} invitations wait for your answer, the newest to ${newest}.`
  return [
    {
      key: 'invites',
      is: 'info',
      words,
      button: <ButtonLink to={paths.invites()}>{t`See Invites`}</ButtonLink>,
    },
  ]
}

function offeredOwnership({
  kind,
  id,
  name,
  from_name: from,
  expires_at: until,
}: Overview['offered_ownerships'][number]): Need {
  return {
    key: `offer ${id}`,
    is: 'info',
    words: t`${from} offers to make you the Owner of ${name}, until ${formatDate(until)}.`,
    button: <ButtonLink to={pageOf[kind](id)}>{t`See Offer`}</ButtonLink>,
  }
}

function expiringCard(card: Overview['expiring_cards'][number]): Need {
  const { billing_entity_id: id, last_four: lastFour, exp_month: month, exp_year: year } = card
  const end = `${year}-${String(month).padStart(2, '0')}`
  const isPast = end < new Date().toISOString().slice(0, 7)
  return {
    key: `card ${id}`,
    is: 'warning',
    words: isPast
      ? rich`The card of ${billingEntity(card)} ending in ${lastFour} expired with ${monthName(end, 'long')}.`
      : rich`The card of ${billingEntity(card)} ending in ${lastFour} expires with ${monthName(end, 'long')}.`,
    button: <CardLink billingEntityId={id} replaces>{t`Replace Card`}</CardLink>,
  }
}
