import { limits } from '@byre/contract/limits'
import type { MailContext } from '../../platform/mail/mail-limits.ts'

/** An address is asked again no sooner than this. */
export const pauseSeconds = ({ limitFactor }: Pick<MailContext, 'limitFactor'>): number =>
  Math.floor(limits.resendAfterSeconds / limitFactor)
