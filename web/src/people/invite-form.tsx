import { plural, t } from '@byre/contract/words'
import {
  InvitedRoleName,
  inviteToBillingEntity,
  inviteToClinic,
  inviteToSite,
  type InvitedRole,
} from '@byre/contract/people/invites'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { call, newKey } from '../lib/api.ts'
import { inWords, Refusal, sentenceOf, whyOf, Unreachable } from '../lib/refusal.ts'
import { currentSession } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { FormShell, type Fill } from '../ui/forms/form-shell.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Addresses, addressesIn, textOf } from './addresses.ts'
import { AddressesField } from './addresses-field.tsx'
import { InviteResults, type InviteResult } from './invite-results.tsx'
import { words, type PeopledSubject } from './place.ts'
import { RoleChoice } from './role-choice.tsx'

const Invitation = z.object({ email: Addresses, role: InvitedRoleName })

type Values = z.input<typeof Invitation>

interface InviteFormProps {
  subject: PeopledSubject
  /** Someone on the list by name, who is invited alone. */
  handId?: string
  /** All of them are invited, and their mails are on the way; without, the form stands beside what the page is for. */
  onSent?: () => void
}

/** From the start: most are Users, and a choice that is made already is a press less. */
const nothing = { email: '', role: 'User' } as const

/** Invites one person, or all of a pasted list with a result for each: one call an address. */
export function InviteForm({ subject, handId, onSent }: InviteFormProps) {
  const [results, setResults] = useState<readonly InviteResult[]>([])
  const [at, setAt] = useState({ done: 0, of: 0 })
  const frame = useRef<HTMLDivElement>(null)
  // One key an address and role, kept until it is invited.
  const keys = useRef(new Map<string, string>())

  const invite = async (email: string, role: InvitedRole) => {
    const content = `${role} ${email}`
    const key = keys.current.get(content) ?? newKey()
    keys.current.set(content, key)
    const sent = await sendInvite(subject, { email, role, ...(handId && { hand_id: handId }) }, key).catch(
      inWords({ 'server.failed': failedWords(subject) }),
    )
    keys.current.delete(content)
    return sent
  }

  const send = async (values: Values, fill: Fill): Promise<InviteResult[]> => {
    const { email, role } = values
    const addresses = addressesIn(email)
    setResults([])
    const outcomes: InviteResult[] = []
    for (const address of addresses) {
      setAt({ done: outcomes.length, of: addresses.length })
      try {
        const { mail_problem: problem } = await invite(address, role)
        outcomes.push({ email: address, is: problem === null ? 'sent' : 'not mailed', sentence: problem })
      } catch (error) {
        if (addresses.length === 1) throw error
        outcomes.push({
          email: address,
          is: 'refused',
          sentence: [sentenceOf(error), whyOf(error)].filter(Boolean).join(' '),
        })
        // Nobody was reached, or no more is taken for now: the rest would fare no better.
        if (error instanceof Unreachable || (error instanceof Refusal && error.status === 429)) break
      }
    }
    for (const email of addresses.slice(outcomes.length))
      outcomes.push({ email, is: 'refused', sentence: t`Not tried.` })
    const refused = outcomes.filter(({ is }) => is === 'refused').map(({ email }) => email)
    // Those that were refused can be tried again.
    fill(refused.length > 0 ? { email: textOf(refused, '') } : nothing)
    return outcomes
  }

  const take = (outcomes: InviteResult[]) => {
    const isPlain = outcomes.every(({ is }) => is === 'sent')
    if (isPlain && (onSent || outcomes.length === 1)) {
      toast.success(t`${plural(outcomes.length, { one: 'Invite sent.', other: '# invites sent.' })}`)
      if (onSent) return onSent()
    } else setResults(outcomes)
    // An empty field that is left again would ask for what nobody needs to say any more.
    if (outcomes.some(({ is }) => is === 'refused')) frame.current?.querySelector('textarea')?.focus()
    else frame.current?.focus()
  }
  const refused = new Map(
    results.flatMap(({ email, is, sentence }) =>
      is === 'refused' ? [[email, sentence ?? ''] as const] : [],
    ),
  )
  return (
    <div ref={frame} tabIndex={-1} className="stack">
      <FormShell
        schema={Invitation}
        defaults={nothing}
        send={send}
        onDone={take}
        submit={t`Send Invite`}
        busy={at.of > 1 ? t`Sending ${at.done + 1} of ${at.of}..` : t`Sending invite..`}
        draft={`invite.${handId ?? subject.id}`}
        notice={false}
        isBeside={!onSent}
      >
        {handId === undefined ? (
          <AddressesField
            name="email"
            label={t`Email`}
            hint={t`Several at once: paste them, or separate them with commas.`}
            refused={refused}
          />
        ) : (
          <TextField name="email" label={t`Email`} />
        )}
        <RoleChoice kind={subject.kind} />
      </FormShell>
      <InviteResults results={results} onDismiss={() => setResults([])} />
    </div>
  )
}

/** Invites one address. A site's and a clinic's are posted to its own host, which names it. */
export function sendInvite(
  { kind, id, origin }: PeopledSubject,
  invite: { email: string; role: InvitedRole; hand_id?: string },
  idempotencyKey: string,
) {
  if (kind === 'billing_entity') return call(inviteToBillingEntity, { ...invite, id }, { idempotencyKey })
  const options = { idempotencyKey, origin: origin ?? undefined }
  if (kind === 'site') return call(inviteToSite, invite, options)
  return call(inviteToClinic, { ...invite, invited_by: currentSession()?.uuid }, options)
}

const failedWords = ({ kind }: PeopledSubject) =>
  kind === 'billing_entity'
    ? t`An error occurred while inviting a user.`
    : t`An error occurred while inviting user to ${words[kind]}.`
