import { code } from '@byre/contract/fields'
import type { proveSecondFactor } from '@byre/contract/second-factors'
import type { ReplyOf } from '@byre/contract/endpoint'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { requestIdOf, sentenceOf } from '../lib/refusal.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { FieldFrame, useField } from '../ui/field.tsx'
import { FormShell } from '../ui/form-shell.tsx'

type SignedIn = ReplyOf<typeof proveSecondFactor>

const AppCode = z.object({ code })
const BackupCode = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Please enter a backup code.')),
})

interface CodeEntryProps {
  of: 'totp' | 'backup_code'
  prove: (shown: { code: string }) => Promise<SignedIn>
  onDone: (signedIn: SignedIn) => void
  /** Beside the code: whether to trust the device. */
  children: ReactNode
}

export function CodeEntry({ of, prove, onDone, children }: CodeEntryProps) {
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
        submit="Sign in"
        busy="Signing in.."
        guard={false}
        notice={false}
      >
        {isApp ? (
          <CodeField name="code" label="Code from your authenticator app" sendsWhenFull />
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
  label: 'Backup code',
  hint: 'One of the ten you kept, such as 8kd3f-92mzp. Each works once.',
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

interface PasskeyEntryProps {
  prove: () => Promise<void>
  children: ReactNode
}

export function PasskeyEntry({ prove, children }: PasskeyEntryProps) {
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
      <p>Your browser will ask for your fingerprint, face, screen lock or security key.</p>
      {children}
      {failure !== null && (
        <Banner is="danger" live>
          {sentenceOf(failure)}
          {requestIdOf(failure) && <small> Request {requestIdOf(failure)}</small>}
        </Banner>
      )}
      <div className="form-buttons">
        <Button kind="primary" busy={busy} busyLabel="Signing in.." onClick={() => void go()}>
          Sign in with a passkey
        </Button>
      </div>
    </div>
  )
}
