/*
 * CodeEntry     of ('totp' | 'backup_code') · prove ({ code }) → the call · onDone (reply) · submit · busy · children?
 * PasskeyEntry  prove () → the call · submit · busy · children?
 * OtherWays     methods · chosen · onChoose · children?      buttons for what may be shown instead
 * What is asked for after the password, at sign-in and in the middle of a command.
 */
import { t } from '@byre/contract/words'
import type { SecondFactorAsked } from '@byre/contract/accounts/sign-ins'
import { code } from '@byre/contract/fields'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { Button } from '../ui/button.tsx'
import { FailureBanner } from '../ui/failure-banner.tsx'
import { CodeField } from '../ui/forms/code-field.tsx'
import { FieldFrame, useField } from '../ui/forms/field.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import './second-factor.css'

export type Method = z.infer<typeof SecondFactorAsked>['methods'][number]

const AppCode = z.object({ code })
const BackupCode = z.object({
  code: z.string().check(z.trim(), z.minLength(1, t`Please enter a backup code.`)),
})

interface EntryProps {
  /** On the button, and while it is checked. */
  submit: string
  busy: string
  /** Below what is entered. */
  children?: ReactNode
}

interface CodeEntryProps<Reply> extends EntryProps {
  of: 'totp' | 'backup_code'
  prove: (shown: { code: string }) => Promise<Reply>
  onDone: (reply: Reply) => void
}

export function CodeEntry<Reply>({ of, prove, onDone, submit, busy, children }: CodeEntryProps<Reply>) {
  const entry = useRef<HTMLDivElement>(null)
  useEffect(() => entry.current?.querySelector('input')?.focus(), [])
  const isApp = of === 'totp'
  return (
    <div ref={entry}>
      <FormShell
        schema={isApp ? AppCode : BackupCode}
        defaults={{ code: '' }}
        send={prove}
        onDone={onDone}
        submit={submit}
        busy={busy}
        guard={false}
        notice={false}
      >
        {isApp ? (
          <CodeField name="code" label={t`Code from your authenticator app`} sendsWhenFull />
        ) : (
          <BackupCodeField />
        )}
        {children}
      </FormShell>
    </div>
  )
}

const backupCode = {
  name: 'code',
  label: t`Backup code`,
  hint: t`One of the ten you kept, such as 8kd3f-92mzp. Each works once.`,
}

/** Not judged when it is left: a sentence that came then would move the box that is being pressed. */
function BackupCodeField() {
  const { value, error, ref, onChange } = useField(backupCode, true)
  return (
    <FieldFrame {...backupCode} value={value} error={error}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          className="input"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={onChange}
        />
      )}
    </FieldFrame>
  )
}

interface PasskeyEntryProps extends EntryProps {
  prove: () => Promise<void>
}

export function PasskeyEntry({ prove, submit, busy: busyLabel, children }: PasskeyEntryProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const go = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await prove()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <div className="form">
      <p>{t`Your browser will ask for your fingerprint, face, screen lock or security key.`}</p>
      {children}
      <FailureBanner failure={failure} />
      <div className="form-buttons">
        <Button kind="primary" busy={busy} busyLabel={busyLabel} onClick={() => void go()}>
          {submit}
        </Button>
      </div>
    </div>
  )
}

const offers: Record<Method, string> = {
  totp: t`Use your app`,
  passkey: t`Use a passkey`,
  backup_code: t`Use a backup code`,
}

interface OtherWaysProps {
  methods: readonly Method[]
  chosen: Method | undefined
  onChoose: (method: Method) => void
  children?: ReactNode
}

export function OtherWays({ methods, chosen, onChoose, children }: OtherWaysProps) {
  return (
    <div className="second-ways">
      {methods
        .filter((method) => method !== chosen)
        .map((method) => (
          <Button key={method} onClick={() => onChoose(method)}>
            {offers[method]}
          </Button>
        ))}
      {children}
    </div>
  )
}
