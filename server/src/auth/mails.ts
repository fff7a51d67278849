import type { Words } from '@byre/contract/words'
import type { MailText } from '../platform/mail/mail-layout.ts'

/* The words of every mail about an account. Each says what to do if it wasn't you. */

/** Whoever was invited gets there from this mail's link, too, in whichever browser they open it. */
export function confirmationWords(
  { t }: Words,
  publicUrl: string,
  { email, code, inviteId }: { email: string; code: string; inviteId: string | null },
): MailText {
  const way = inviteId === null ? '' : `#invite=${inviteId}`
  return {
    subject: t`Confirm your e-mail address`,
    heading: t`Confirm your e-mail address`,
    paragraphs: [t`Enter this code to finish creating your account. It works once, within one hour.`],
    code,
    button: { label: t`Enter the code`, url: `${publicUrl}/confirm/${encodeURIComponent(email)}${way}` },
    note: t`If you did not create an account, ignore this mail: without the code, the new account is removed within three days.`,
  }
}

export function resetWords(
  { t }: Words,
  publicUrl: string,
  { email, code, linkToken }: { email: string; code: string; linkToken: string },
): MailText {
  // What stands after # never leaves the browser, so it is in nobody's log.
  const carried = new URLSearchParams({ email, code: linkToken })
  return {
    subject: t`Set a new password`,
    heading: t`Set a new password`,
    paragraphs: [t`Enter this code, or use the button. Both work once, within ten minutes.`],
    code,
    button: { label: t`Set a new password`, url: `${publicUrl}/reset/confirm#${carried}` },
    note: t`If you did not ask for this, ignore this mail: your password stays as it is.`,
  }
}

export function addressKnownWords({ t }: Words, publicUrl: string): MailText {
  return {
    subject: t`You already have an account`,
    heading: t`You already have an account`,
    paragraphs: [
      t`Someone tried to create an account with this address. There is one already, and nothing about it was changed.`,
      t`If it was you: sign in, or set a new password at ${publicUrl}/reset.`,
    ],
    button: { label: t`Sign in`, url: `${publicUrl}/login` },
    note: t`If it wasn’t you, there is nothing to do.`,
  }
}

export function newAddressWords({ t }: Words, publicUrl: string, userId: string, code: string): MailText {
  return {
    subject: t`Confirm your new e-mail address`,
    heading: t`Confirm your new e-mail address`,
    paragraphs: [
      t`Enter this code on your profile to use this address for your account. It works once, within one hour.`,
      t`Until you do, your account keeps the address it has now.`,
    ],
    code,
    button: { label: t`Open your profile`, url: `${publicUrl}/users/${userId}/profile` },
    note: t`If you did not ask for this, ignore this mail: nothing changes.`,
  }
}

export function addressTakenWords({ t }: Words, publicUrl: string): MailText {
  return {
    subject: t`This address has an account already`,
    heading: t`This address has an account already`,
    paragraphs: [
      t`Someone asked to use this address for another account. It belongs to an account already, so nothing was changed.`,
      t`If it was you: sign in with this address, or choose another one there.`,
    ],
    button: { label: t`Sign in`, url: `${publicUrl}/login` },
    note: t`If it wasn’t you, there is nothing to do.`,
  }
}

export function emailAskedWords(words: Words, publicUrl: string, email: string, token: string): MailText {
  const { t } = words
  return {
    subject: t`Another e-mail address was asked for`,
    heading: t`Another e-mail address was asked for`,
    paragraphs: [
      t`Someone who is signed in to your account asked to use ${email} instead of this address. It takes effect once a code sent there is entered.`,
      t`If it was you, there is nothing to do.`,
    ],
    addresses: [email],
    ...keeping(words, publicUrl, token),
  }
}

export function emailChangedWords(words: Words, publicUrl: string, email: string, token: string): MailText {
  const { t } = words
  return {
    subject: t`Your e-mail address was changed`,
    heading: t`Your e-mail address was changed`,
    paragraphs: [
      t`Your account now uses ${email} instead of this address. You were signed out everywhere else.`,
      t`If it was you, there is nothing to do.`,
    ],
    addresses: [email],
    ...keeping(words, publicUrl, token),
  }
}

// What stands after # never leaves the browser, so it is in nobody's log.
const keeping = ({ t }: Words, publicUrl: string, token: string) => ({
  button: { label: t`Keep this address`, url: `${publicUrl}/undo-email#${new URLSearchParams({ token })}` },
  note: t`If it wasn’t you, keep this address: the button works for seven days. It signs everybody out, cancels the password and any way to sign in that was added since, and lets you set a new password.`,
})

export function farewellWords({ t }: Words, publicUrl: string): MailText {
  return {
    subject: t`Your account was deleted`,
    heading: t`Your account was deleted`,
    paragraphs: [
      t`You are signed out everywhere, you no longer belong to any site, clinic or billing information, and your name and address are no longer kept with what you did there.`,
      t`Invoices and what belongs to them stay with whoever paid them, as the law requires.`,
    ],
    button: { label: t`Create a new account`, url: `${publicUrl}/register` },
    note: t`If it wasn’t you, someone had your password: change it wherever else you use it, and tell us.`,
  }
}

export interface SignInFacts {
  device: string
  network: string
  at: string
}

export function newDeviceWords(
  { t }: Words,
  publicUrl: string,
  userId: string,
  { device, network, at }: SignInFacts,
): MailText {
  const [day, time] = [at.slice(0, 10), at.slice(11, 16)]
  return {
    subject: t`A new device signed in to your account`,
    heading: t`A new device signed in to your account`,
    paragraphs: [
      t`${device}, from the network ${network}, on ${day} at ${time} UTC.`,
      t`If it was you, there is nothing to do. If it wasn’t you, set a new password at ${publicUrl}/reset: that signs everybody out.`,
    ],
    button: {
      label: t`See where you are signed in`,
      url: `${publicUrl}/users/${userId}/profile?tab=security`,
    },
    note: t`We tell you when something signs in that your account does not know yet, or from another network than before.`,
  }
}

const wasNotYou = ({ t }: Words) =>
  t`If it wasn’t you, someone is signed in to your account: set a new password now. That signs everybody out.`

const notices = {
  passwordReset: ({ t }: Words) => ({
    subject: t`Your password was reset`,
    paragraphs: [
      t`A new password was set with a code that we mailed to this address. You were signed out everywhere; please sign in with the new password.`,
    ],
    note: t`If it wasn’t you, someone can read your mail: change the password of your mailbox first, then set a new one here.`,
  }),
  passwordChanged: ({ t }: Words) => ({
    subject: t`Your password was changed`,
    paragraphs: [
      t`Your password was changed by someone who was signed in. You were signed out everywhere else.`,
    ],
    note: t`If it wasn’t you, set a new password now. That signs everybody out.`,
  }),
  emailUndone: ({ t }: Words) => ({
    subject: t`Your e-mail address was put back`,
    paragraphs: [
      t`Your account uses this address again. Everybody was signed out, and the password no longer works: whoever asked for another address may know it, or have set it. Please set a new one; we have mailed you a link for it.`,
      t`An authenticator app, passkeys, backup codes and API keys that were added since then are gone. Any that were removed since then cannot be brought back: please look at the Security page of your profile once you are signed in.`,
    ],
    note: t`Your sites, clinics, billing information and the people there were left as they are: please check whether anything was changed.`,
  }),
  sessionEnded: ({ t }: Words) => ({
    subject: t`We signed you out on one device`,
    paragraphs: [
      t`An old copy of one of your sign-ins was used. That can mean that someone else has it, so we ended that sign-in.`,
      t`On that device, please sign in again. On others you stay signed in.`,
    ],
    note: t`If it wasn’t you who was signed out, or you cannot explain it, set a new password. That signs everybody out.`,
  }),
  totpAdded: (words: Words, { t } = words) => ({
    subject: t`An authenticator app was set up`,
    paragraphs: [t`From now on we ask for a code from the app after your password.`],
    note: wasNotYou(words),
  }),
  totpRemoved: (words: Words, { t } = words) => ({
    subject: t`Your authenticator app was removed`,
    paragraphs: [t`We no longer ask for its codes, and no longer accept them.`],
    note: wasNotYou(words),
  }),
  passkeyAdded: (words: Words, { t } = words) => ({
    subject: t`A passkey was added to your account`,
    paragraphs: [t`It can be used after your password, and where we ask again who you are.`],
    note: wasNotYou(words),
  }),
  passkeyRemoved: (words: Words, { t } = words) => ({
    subject: t`A passkey was removed from your account`,
    paragraphs: [t`It is no longer accepted. Your other ways of signing in stay the same.`],
    note: wasNotYou(words),
  }),
  apiKeyMade: ({ t }: Words) => ({
    subject: t`An API key was made for your account`,
    paragraphs: [
      t`Programs that have this key can use your account as far as the key allows, until it runs out or you revoke it.`,
    ],
    note: t`If it wasn’t you, someone is signed in to your account: revoke the key on the Security page of your profile, and set a new password now.`,
  }),
  backupCodesMade: (words: Words, { t } = words) => ({
    subject: t`New backup codes were made`,
    paragraphs: [t`The backup codes you had before no longer work. Please keep the new ones instead.`],
    note: wasNotYou(words),
  }),
  backupCodeUsed: (words: Words, { t } = words) => ({
    subject: t`A backup code was used`,
    paragraphs: [
      t`Someone used your password together with one of your backup codes. That code will not work again.`,
      t`When few are left, make new ones on the Security page of your profile.`,
    ],
    note: wasNotYou(words),
  }),
  secondFactorGuessed: ({ t }: Words) => ({
    subject: t`Someone knows your password`,
    paragraphs: [
      t`Your password was entered correctly, followed by five wrong codes. Whoever it was did not get in.`,
      t`If it was you, try again in a moment, with the newest code of your app or with a backup code.`,
    ],
    note: t`If it wasn’t you, set a new password now.`,
  }),
  secondFactorsRemoved: ({ t }: Words) => ({
    subject: t`Two-step sign-in was turned off`,
    paragraphs: [
      t`Our support removed your authenticator app, passkeys and backup codes. Your password alone signs you in until you set up others.`,
    ],
    note: t`If you did not ask for this, set a new password now, and tell us.`,
  }),
  signInClosed: ({ t }: Words) => ({
    subject: t`Signing in to your account is closed`,
    paragraphs: [
      t`A wrong password was entered a hundred times in a row, so nobody can sign in with a password any more.`,
      t`Set a new one to open your account again. Wherever you are signed in already, you stay signed in.`,
    ],
    note: t`If it wasn’t you, someone is guessing. They did not get in.`,
  }),
}

export type Notice = keyof typeof notices

const keysStay = ({ t }: Words) =>
  t`Your API keys were left as they are, so that programs that use them go on working. If you do not know one of them, revoke it on the Security page of your profile.`
const leavesKeys: ReadonlySet<Notice> = new Set(['passwordReset', 'passwordChanged'])

export function noticeWords(
  words: Words,
  publicUrl: string,
  { notice, hasKeys }: { notice: Notice; hasKeys: boolean },
): MailText {
  const { t } = words
  const { subject, paragraphs, note } = notices[notice](words)
  return {
    subject,
    heading: subject,
    paragraphs: [...paragraphs, ...(hasKeys && leavesKeys.has(notice) ? [keysStay(words)] : [])],
    button: { label: t`Set a new password`, url: `${publicUrl}/reset` },
    note,
  }
}
