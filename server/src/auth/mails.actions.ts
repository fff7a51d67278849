import { deviceInWords } from '@byre/contract/accounts/device-names'
import type { Language } from '@byre/contract/languages'
import type { Words } from '@byre/contract/words'
import { findOpenInvite, languageAt, languageOf } from '../customers/index.ts'
import type { Context } from '../context.ts'
import { platformOf } from '../platform/database/db.ts'
import { transaction } from '../platform/database/transactions.ts'
import { writeMail, type MailText } from '../platform/mail/mail-layout.ts'
import { shareOf, type Cause } from '../platform/mail/mail-limits.ts'
import { queue, type Job } from '../platform/jobs/outbox.ts'
import { wordsOf } from '../platform/languages/languages.ts'
import { sameBytes } from '../platform/secrets.ts'
import { findWorkingKey } from './api-keys.queries.ts'
import { findAddressOf, findByAddress } from './accounts.queries.ts'
import { mailCode, type MailCode } from './codes.policy.ts'
import { isRecent, markTransferred, putCode } from './codes.queries.ts'
import { undoDays } from './limits.policy.ts'
import { findPendingById, findUndoable } from './email-changes.queries.ts'
import {
  addressKnownWords,
  addressTakenWords,
  confirmationWords,
  emailAskedWords,
  emailChangedWords,
  farewellWords,
  newAddressWords,
  newDeviceWords,
  noticeWords,
  resetWords,
  type Notice,
  type SignInFacts,
} from './mails.ts'
import type { CodePurpose } from './tables.ts'
import { undoToken } from './tokens.policy.ts'

/*
 * Mails leave from the outbox. Whether there is an account behind an address is looked up here, not
 * while the caller waits, so that asking costs the same for every address.
 */

const day = 24 * 3600
const patient = { retryLimit: 1000, retryDelaySeconds: 5, retryDelayMaxSeconds: 300 }
const resetMailSeconds = 15 * 60

const goodForSeconds: Record<CodePurpose, number> = { confirm: 3600, reset: 600, email: 3600 }

export const mailConfirmation = queue<{ email: string }>('auth.mailConfirmation', {
  ...patient,
  keepSeconds: 3 * day,
})
/** `asked_at` is the database's time. */
export const mailReset = queue<{ email: string; asked_at: string }>('auth.mailReset', {
  ...patient,
  keepSeconds: resetMailSeconds,
})
export const mailAddressKnown = queue<{ email: string }>('auth.mailAddressKnown', {
  ...patient,
  keepSeconds: day,
})
export const mailNotice = queue<{ user_id: string; notice: Notice }>('auth.mailNotice', {
  ...patient,
  keepSeconds: 14 * day,
})

/** To the new address, with the code that puts it in force. */
export const mailNewAddress = queue<ChangeMail>('auth.mailNewAddress', { ...patient, keepSeconds: day })
/** To the old address: another one was asked for, and later: it is in force. Both carry the undo link. */
export const mailEmailAsked = queue<ChangeMail>('auth.mailEmailAsked', {
  ...patient,
  keepSeconds: undoDays * day,
})
export const mailEmailChanged = queue<ChangeMail>('auth.mailEmailChanged', {
  ...patient,
  keepSeconds: undoDays * day,
})

/** To an address that is no longer anybody's here; in the language that they had chosen. */
export const mailFarewell = queue<{ email: string; language?: Language | null }>('auth.mailFarewell', {
  ...patient,
  keepSeconds: 3 * day,
})

/** `at` is the database's time. */
export const mailNewDevice = queue<{ user_id: string } & SignInFacts>('auth.mailNewDevice', {
  ...patient,
  keepSeconds: 14 * day,
})

interface ChangeMail {
  change_id: string
}

export function handleMails(context: Context<'auth'>): void {
  const { outbox, db, config } = context
  const { publicUrl } = config
  outbox.handle(mailConfirmation, (job) => sendConfirmation(context, job))
  outbox.handle(mailReset, (job) => sendReset(context, job))
  outbox.handle(mailAddressKnown, async ({ id, data: { email } }) => {
    const words = wordsOf(await languageAt(platformOf(db), email))
    await send(context, id, { to: email, words, text: addressKnownWords(words, publicUrl), cause: 'counted' })
  })
  outbox.handle(mailFarewell, async ({ id, data: { email, language = null } }) => {
    const words = wordsOf(language)
    await send(context, id, { to: email, words, text: farewellWords(words, publicUrl) })
  })
  outbox.handle(mailNewAddress, (job) => sendToNewAddress(context, job))
  outbox.handle(mailEmailAsked, (job) => sendToOldAddress(context, job, emailAskedWords))
  outbox.handle(mailEmailChanged, (job) => sendToOldAddress(context, job, emailChangedWords))
  outbox.handle(mailNewDevice, async ({ id, data }) => {
    const { user_id } = data
    const [account] = await findAddressOf(db, { user_id })
    if (!account) return
    const words = wordsOf(await languageOf(platformOf(db), user_id))
    const facts = { ...data, device: deviceInWords(data.device, words) }
    await send(context, id, {
      to: account.email,
      words,
      text: newDeviceWords(words, publicUrl, user_id, facts),
    })
  })
  outbox.handle(mailNotice, async ({ id, data }) => {
    const { user_id, notice } = data
    const [account] = await findAddressOf(db, { user_id })
    if (!account) return
    const hasKeys = (await findWorkingKey(db, { user_id })).length > 0
    const words = wordsOf(await languageOf(platformOf(db), user_id))
    await send(context, id, {
      to: account.email,
      words,
      text: noticeWords(words, publicUrl, { notice, hasKeys }),
    })
  })
}

async function sendConfirmation(context: Context<'auth'>, { id, data }: Job<{ email: string }>) {
  const [account] = await findByAddress(context.db, { email: data.email })
  if (!account || account.confirmed_at) return
  const invite = await findOpenInvite(platformOf(context.db), account.email)
  const { publicUrl } = context.config
  const text: CodeMail['text'] = (words, code) =>
    confirmationWords(words, publicUrl, { email: account.email, code, inviteId: invite })
  await sendCode(context, id, { purpose: 'confirm', account, text })
}

async function sendReset(context: Context<'auth'>, { id, data }: Job<{ email: string; asked_at: string }>) {
  if (!(await isRecent(context.db, data.asked_at, resetMailSeconds))) return
  const [account] = await findByAddress(context.db, { email: data.email })
  if (!account) return
  const text: CodeMail['text'] = (words, code, linkToken) =>
    resetWords(words, context.config.publicUrl, { email: account.email, code, linkToken })
  await sendCode(context, id, { purpose: 'reset', account, text })
}

/** Whoever has the address already is told so there, and nobody else is. */
async function sendToNewAddress(context: Context<'auth'>, { id, data }: Job<ChangeMail>) {
  const { publicUrl } = context.config
  const [change] = await findPendingById(context.db, { id: data.change_id })
  if (!change) return
  const [holder] = await findByAddress(context.db, { email: change.email })
  const { secrets, config } = context
  const mailContext = { secrets, limitFactor: config.limitFactor }
  const cause = { shares: [shareOf('newAddresses', mailContext, change.email)] }
  if (holder?.confirmed_at) {
    const words = wordsOf(await languageOf(platformOf(context.db), holder.id))
    return send(context, id, { to: change.email, words, text: addressTakenWords(words, publicUrl), cause })
  }
  const account = { id: change.user_id, email: change.email }
  const text: CodeMail['text'] = (words, digits) => newAddressWords(words, publicUrl, change.user_id, digits)
  await sendCode(context, id, { purpose: 'email', account, text, subject: change.id, cause })
}

async function sendToOldAddress(
  context: Context<'auth'>,
  { id, data }: Job<ChangeMail>,
  textOf: typeof emailAskedWords,
) {
  const [change] = await findUndoable(context.db, { id: data.change_id })
  if (!change) return
  const token = undoToken(context.secrets, change.id)
  const words = wordsOf(await languageOf(platformOf(context.db), change.user_id))
  const text = textOf(words, context.config.publicUrl, change.email, token)
  await send(context, id, { to: change.previous_email, words, text })
}

interface CodeMail {
  purpose: CodePurpose
  account: { id: string; email: string }
  text: (words: Words, digits: string, linkToken: string) => MailText
  /** What the code is about; the account unless said otherwise. */
  subject?: string
  cause?: Cause
}

/** Makes a mail's code and sends it. One that is tried again says the same, also under another first secret. */
async function sendCode(
  context: Context<'auth'>,
  id: string,
  { purpose, account, text, subject = account.id, cause = 'counted' }: CodeMail,
): Promise<void> {
  const { db, secrets } = context
  const codes = secrets.list.map((secret) => mailCode(secret, id, purpose, subject))
  const [{ digits_hash, link_hash }] = codes as [MailCode]
  const live = await putCode(db, {
    id,
    user_id: account.id,
    purpose,
    digits_hash,
    link_hash: purpose === 'reset' ? link_hash : null,
    known: codes.map((code) => code.digits_hash),
    good_for_seconds: goodForSeconds[purpose],
  })
  const code = live && codes.find((code) => sameBytes(code.digits_hash, live))
  if (!code) return
  const words = wordsOf(await languageOf(platformOf(db), account.id))
  await send(context, id, {
    to: account.email,
    words,
    text: text(words, code.digits, code.link_token),
    cause,
  })
  await transaction(db, (db) => markTransferred(db, { id, good_for_seconds: goodForSeconds[purpose] }))
}

async function send(
  { mailer, branding }: Context<'auth'>,
  id: string,
  { to, words, text, cause = 'reader' }: { to: string; words: Words; text: MailText; cause?: Cause },
) {
  await mailer.send(id, writeMail(branding, { ...text, to }, words), cause)
}
