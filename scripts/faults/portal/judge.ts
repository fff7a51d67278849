import type { Row } from '../runs.ts'
import { hasFailed, type Answer } from './load.ts'
import type { Portal } from './portal.ts'

/* What people were answered, and what is there afterwards against the witness. */

/** A time in which nobody can be served. */
export interface Span {
  from: number
  /** What the bound is counted from: the moment it breaks, or where it lasts as long as we want, the one at which it is mended. */
  countedFrom: number
  backWithinMs: number
}

/** What of it may have failed, and by whose doing; times are those of `performance.now`. */
export interface Allowed {
  /** What was under way while a node was killed, from before the signal until its process was gone, may be lost. */
  lostWhile?: readonly { from: number; to: number }[]
  /** What was sent in here may be refused for now: 503, with when to come again; it ends `backWithinMs` after what that is counted from. */
  away?: readonly Span[]
  /** The same, but nobody may be there to say so. */
  gone?: readonly Span[]
  /** What a node that stands still had begun holds its rows: whoever sends it again is told within so many ms that it is being done (decision 0146). */
  begunToldWithinMs?: number
}

type Noted = Portal['work']['answers'][number]

const endOf = ({ countedFrom, backWithinMs }: Span) => countedFrom + backWithinMs
const touches = (span: Span, { at, ms }: Answer) => at + ms >= span.from && at <= endOf(span)

/** Within one of them, and told so before it had to be over. */
const isIn = (spans: readonly Span[], answer: Answer) =>
  spans.some((span) => touches(span, answer) && answer.at + answer.ms <= endOf(span))

/** Whoever waits at the end of the bound must have come just before it: a busy machine takes 1.4 s for what it answers well. */
const justBeforeMs = 2_500

/** Kept waiting past the bound, answered well or not. */
const isHeld = (spans: readonly Span[], { at, ms }: Answer) =>
  spans.some((span) => at + justBeforeMs < endOf(span) && at + ms > endOf(span))

/** Refused, with when to come again, since the same call is under way elsewhere. */
export const isBeingDone = ({ status, saysWhen, text }: Answer) =>
  status === 409 && saysWhen && text.includes('"request.in_progress"')

function isAllowed(
  answer: Noted,
  { lostWhile = [], away = [], gone = [], begunToldWithinMs = 0 }: Allowed,
): boolean {
  const { status, saysWhen, at, ms } = answer
  const isToldToComeAgain = status === 503 && saysWhen
  if (isIn(gone, answer) && (status === 0 || isToldToComeAgain)) return true
  if (isIn(away, answer) && isToldToComeAgain) return true
  if (isBeingDone(answer) && ms <= begunToldWithinMs) return true
  return lostWhile.some(({ from, to }) => at <= to && from <= at + ms + 1)
}

/** How long after what its bound is counted from somebody was still refused, in seconds. */
function backSeconds(failed: readonly Answer[], spans: readonly Span[]): string {
  if (spans.length === 0) return '–'
  const waits = spans.map((span, nth) => {
    const next = spans[nth + 1]?.from ?? Infinity
    const late = failed.filter(({ at, ms }) => at + ms >= span.from && at < next)
    return Math.max(0, ...late.map(({ at }) => at - span.countedFrom))
  })
  return (Math.max(...waits) / 1000).toFixed(1)
}

const said = ({ what, status, text, ms, at }: Noted, from: number) =>
  `${what}: ${status === 0 ? 'no answer' : status} after ${ms.toFixed(0)} ms, at ${((at - from) / 1000).toFixed(1)} s: ${text.slice(0, 160)}`

/** What the log says of it. */
function reasons(portal: Portal, { text }: Answer): string[] {
  const id = /"request_id":"([^"]+)"/.exec(text)?.[1]
  return portal.errors().filter((line) => id !== undefined && line.includes(id))
}

/** What people were answered that they may not be. */
function wrongAnswers(portal: Portal, allowed: Allowed): string[] {
  const { answers } = portal.work
  const from = answers[0]?.at ?? 0
  return answers.flatMap((answer) => {
    if (answer.status === 500) return [said(answer, from), ...reasons(portal, answer)]
    const isWell = !hasFailed(answer) && !isHeld([...(allowed.away ?? []), ...(allowed.gone ?? [])], answer)
    return isWell || isAllowed(answer, allowed) ? [] : [said(answer, from)]
  })
}

/** Everything acknowledged is there, once, as it was last said; and nothing that nobody asked for. */
async function wrongSites(portal: Portal): Promise<string[]> {
  const rows = await portal.query<{ id: string; subdomain: string; description: string; made: number }>(
    `select s.id, s.subdomain, s.description, (
       select count(*)::int from platform.audit a where a.subject_id = s.id and a.deed = 'createSite') as made
     from customers.sites s`,
  )
  const there = new Map(rows.map((row) => [row.id, row]))
  const made = new Map<string, string>()
  const last = new Map<string, string>()
  for (const line of portal.witness.read())
    if ('subdomain' in line) made.set(line.site, line.subdomain)
    else if ('site' in line) last.set(line.site, line.description)
  const unclear = new Map(portal.work.sites.map(({ id, may }) => [id, may]))
  const lost = [...made].flatMap(([id, subdomain]) => {
    const site = there.get(id)
    if (site?.subdomain !== subdomain) return [`site ${subdomain} was made and is not there`]
    const may = new Set([last.get(id) ?? '0', ...(unclear.get(id) ?? [])])
    return [
      ...(may.has(site.description)
        ? []
        : [`site ${subdomain} says ${site.description}, not ${[...may].join(' or ')}`]),
      ...(site.made === 1 ? [] : [`site ${subdomain} was made ${site.made} times`]),
    ]
  })
  const unasked = rows
    .filter(({ id }) => !made.has(id))
    .map(({ subdomain }) => `nobody asked for ${subdomain}`)
  return [...lost, ...unasked]
}

export interface Outcome {
  row: Row
  wrong: string[]
}

/** Sends again what was lost, and looks. */
export async function judge(
  portal: Portal,
  { fault, times, allowed }: { fault: string; times: number; allowed: Allowed },
): Promise<Outcome> {
  const { answers } = portal.work
  const failed = answers.filter(hasFailed)
  const wrong = [
    ...portal.complaints,
    ...portal.work.unlisted.map((subdomain) => `site ${subdomain} was made and was not in the next list`),
    ...wrongAnswers(portal, allowed),
    ...(await portal.work.repeat()),
    ...(await wrongSites(portal)),
  ]
  const counts = Map.groupBy(failed, ({ status }) => (status === 0 ? 'lost' : String(status)))
  return {
    wrong,
    row: {
      fault,
      times,
      calls: answers.length - failed.length,
      again: failed.length,
      answers:
        [...[...counts].map(([status, all]) => `${all.length} × ${status}`), ...portal.notes].join(', ') ||
        'none',
      back_s: backSeconds(failed, allowed.away ?? allowed.gone ?? []),
      witness: String(portal.witness.read().length),
      wrong: wrong.length,
    },
  }
}

/** How long the slowest of what was answered well took, in ms. */
export const slowestMs = ({ work }: Portal): number =>
  Math.round(Math.max(0, ...work.answers.filter((one) => !hasFailed(one)).map(({ ms }) => ms)))
