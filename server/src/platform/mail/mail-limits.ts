import { mailsADay } from '@byre/contract/limits'
import type { PlatformDb } from '../database/db.ts'
import { giveBack, spend, spendQuietly, type Limit, type Spender } from '../limits/limits.ts'
import type { Mail, Mailer } from './mail.ts'
import { keyPurpose, type Secrets } from '../secrets.ts'

/*
 * Nobody is flooded with what other people do. Where a mail is what a command is for, the command takes from its
 * limits; beyond them it is refused (`spendOnMail`), or done without the mail (`mayMail`). Where the mail is a side
 * effect, it takes from them as it leaves and is dropped beyond. All that others cause to one address together has
 * a limit, too.
 */

export interface MailContext {
  secrets: Secrets
  limitFactor: number
}

/** One limit that a mail takes from, and whose. */
export interface Share {
  limit: Limit
  who: Spender
}

/**
 * Why a mail leaves: its reader did or asked for something (`reader`), a day has come (`time`), or somebody else
 * did something: `counted` by the command, or to be counted now, by these limits and that of the address. What
 * its reader is owed does not give way to what else others cause.
 */
export type Cause = 'reader' | 'time' | 'counted' | { shares: Share[]; isOwed?: boolean }

/** Hands mails over that are within the limits of what caused them. */
export interface LimitedMailer {
  /** False: it was dropped, because enough like it has left today. */
  send(id: string, mail: Mail, cause: Cause): Promise<boolean>
}

type Daily = Exclude<keyof typeof mailsADay, 'toOneAddress'>

/** A day's limit of one kind of mail. */
export function daily(kind: Daily, { limitFactor }: Pick<MailContext, 'limitFactor'>): Limit {
  return { name: `mails ${kind}`, max: mailsADay[kind] * limitFactor, windowSeconds: 24 * 3600 }
}

const counting = keyPurpose('mail limits')

/** An address as limits know it, so that counting leaves no list of addresses; also as older secrets wrote it. */
const addressKey = ({ secrets }: Pick<MailContext, 'secrets'>, email: string): readonly string[] =>
  secrets.macs(counting, email).hashes.map((hash) => hash.toString('base64url'))

/** What one address gets of one kind of mail, whoever causes it. */
export const shareOf = (kind: Daily, mailContext: MailContext, email: string): Share => ({
  limit: daily(kind, mailContext),
  who: addressKey(mailContext, email),
})

function allTo(mailContext: MailContext, email: string): Share {
  const max = mailsADay.toOneAddress * mailContext.limitFactor
  return { limit: { name: 'mails to', max, windowSeconds: 24 * 3600 }, who: addressKey(mailContext, email) }
}

/** Takes a mail to an address from its kind's limit and from that of the address; refuses with 429 beyond. */
export async function spendOnMail(
  db: PlatformDb,
  kind: Daily,
  mailContext: MailContext,
  email: string,
): Promise<void> {
  for (const { limit, who } of [shareOf(kind, mailContext, email), allTo(mailContext, email)])
    await spend(db, limit, who)
}

/** Does the same, and says whether it was within the limits instead of refusing. */
export async function mayMail(
  db: PlatformDb,
  kind: Daily,
  mailContext: MailContext,
  email: string,
): Promise<boolean> {
  return isWithin(db, [shareOf(kind, mailContext, email), allTo(mailContext, email)])
}

async function isWithin(db: PlatformDb, shares: Share[]): Promise<boolean> {
  for (const { limit, who } of shares) if (!(await spendQuietly(db, limit, who))) return false
  return true
}

function sharesOf(cause: Cause, mailContext: MailContext, to: string): Share[] {
  if (typeof cause === 'string') return []
  return cause.isOwed ? cause.shares : [...cause.shares, allTo(mailContext, to)]
}

/** A mailer that drops what is beyond a limit; what it could not hand over is not counted. */
export function limitedMailer(mailer: Mailer, db: PlatformDb, mailContext: MailContext): LimitedMailer {
  return {
    async send(id, mail, cause) {
      const shares = sharesOf(cause, mailContext, mail.to)
      if (!(await isWithin(db, shares))) return false
      try {
        await mailer.send(id, mail)
      } catch (error) {
        for (const { limit, who } of shares) await giveBack(db, limit, who)
        throw error
      }
      return true
    },
  }
}
