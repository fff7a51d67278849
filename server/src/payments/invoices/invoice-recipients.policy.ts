import { limits } from '@byre/contract/limits'
import type { MailContext } from '../../platform/mail/mail-limits.ts'

/** Who sees and changes where a payer's mails go. */
export const runners = ['Owner', 'Admin'] as const

/** An address is asked again no sooner than this. */
export const pauseSeconds = ({ limitFactor }: Pick<MailContext, 'limitFactor'>): number =>
  Math.floor(limits.resendAfterSeconds / limitFactor)
