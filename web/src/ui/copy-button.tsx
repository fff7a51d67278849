/*
 * CopyButton  text (what is copied) · label ('Copy the A record')     says 'Copied' for two seconds, aloud too
 */
import { t } from '@byre/contract/words'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { Button } from './button.tsx'

const saysCopiedMs = 2000

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), saysCopiedMs)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => setCopied(await copyText(text))
  return (
    <>
      <Button
        icon={copied ? IconCheck : IconCopy}
        aria-label={copied ? undefined : label}
        onClick={() => void copy()}
        busyLabel={t`Copied`}
        busy={copied}
      >{t`Copy`}</Button>
      <span className="unseen" role="status">
        {copied && t`Copied`}
      </span>
    </>
  )
}
