import type { MailParts } from '../platform/mail/mail-layout.ts'

/* The words of every mail about an account. Each says what to do if it wasn't you. */

type Words = Omit<MailParts, 'to'>

/** Whoever was invited gets there from this mail's link, too, in whichever browser they open it. */
export function confirmationWords(
  publicUrl: string,
  email: string,
  code: string,
  inviteId: string | null,
): Words {
  const way = inviteId === null ? '' : `#invite=${inviteId}`
  return {
    subject: 'Confirm your e-mail address',
    heading: 'Confirm your e-mail address',
    paragraphs: ['Enter this code to finish creating your account. It works once, within one hour.'],
    code,
    button: { label: 'Enter the code', url: `${publicUrl}/confirm/${encodeURIComponent(email)}${way}` },
    note: 'If you did not create an account, ignore this mail: without the code, the new account is removed within three days.',
  }
}

export function resetWords(publicUrl: string, email: string, code: string, linkToken: string): Words {
  // What stands after # never leaves the browser, so it is in nobody's log.
  const carried = new URLSearchParams({ email, code: linkToken })
  return {
    subject: 'Set a new password',
    heading: 'Set a new password',
    paragraphs: ['Enter this code, or use the button. Both work once, within ten minutes.'],
    code,
    button: { label: 'Set a new password', url: `${publicUrl}/reset/confirm#${carried}` },
    note: 'If you did not ask for this, ignore this mail: your password stays as it is.',
  }
}

export function addressKnownWords(publicUrl: string): Words {
  return {
    subject: 'You already have an account',
    heading: 'You already have an account',
    paragraphs: [
      'Someone tried to create an account with this address. There is one already, and nothing about it was changed.',
      `If it was you: sign in, or set a new password at ${publicUrl}/reset.`,
    ],
    button: { label: 'Sign in', url: `${publicUrl}/login` },
    note: 'If it wasn’t you, there is nothing to do.',
  }
}

export function newAddressWords(publicUrl: string, userId: string, code: string): Words {
  return {
    subject: 'Confirm your new e-mail address',
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      'Enter this code on your profile to use this address for your account. It works once, within one hour.',
      'Until you do, your account keeps the address it has now.',
    ],
    code,
    button: { label: 'Open your profile', url: `${publicUrl}/users/${userId}/profile` },
    note: 'If you did not ask for this, ignore this mail: nothing changes.',
  }
}

export function addressTakenWords(publicUrl: string): Words {
  return {
    subject: 'This address has an account already',
    heading: 'This address has an account already',
    paragraphs: [
      'Someone asked to use this address for another account. It belongs to an account already, so nothing was changed.',
      'If it was you: sign in with this address, or choose another one there.',
    ],
    button: { label: 'Sign in', url: `${publicUrl}/login` },
    note: 'If it wasn’t you, there is nothing to do.',
  }
}

export function emailAskedWords(publicUrl: string, email: string, token: string): Words {
  return {
    subject: 'Another e-mail address was asked for',
    heading: 'Another e-mail address was asked for',
    paragraphs: [
      `Someone who is signed in to your account asked to use ${email} instead of this address. It takes effect once a code sent there is entered.`,
      'If it was you, there is nothing to do.',
    ],
    addresses: [email],
    ...keeping(publicUrl, token),
  }
}

export function emailChangedWords(publicUrl: string, email: string, token: string): Words {
  return {
    subject: 'Your e-mail address was changed',
    heading: 'Your e-mail address was changed',
    paragraphs: [
      `Your account now uses ${email} instead of this address. You were signed out everywhere else.`,
      'If it was you, there is nothing to do.',
    ],
    addresses: [email],
    ...keeping(publicUrl, token),
  }
}

// What stands after # never leaves the browser, so it is in nobody's log.
const keeping = (publicUrl: string, token: string) => ({
  button: { label: 'Keep this address', url: `${publicUrl}/undo-email#${new URLSearchParams({ token })}` },
  note: 'If it wasn’t you, keep this address: the button works for seven days. It signs everybody out, cancels the password and any way to sign in that was added since, and lets you set a new password.',
})

export function farewellWords(publicUrl: string): Words {
  return {
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [
      'You are signed out everywhere, you no longer belong to any site, clinic or billing information, and your name and address are no longer kept with what you did there.',
      'Invoices and what belongs to them stay with whoever paid them, as the law requires.',
    ],
    button: { label: 'Create a new account', url: `${publicUrl}/register` },
    note: 'If it wasn’t you, someone had your password: change it wherever else you use it, and tell us.',
  }
}

export interface SignInFacts {
  device: string
  network: string
  at: string
}

export function newDeviceWords(
  publicUrl: string,
  userId: string,
  { device, network, at }: SignInFacts,
): Words {
  const moment = `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`
  return {
    subject: 'A new device signed in to your account',
    heading: 'A new device signed in to your account',
    paragraphs: [
      `${device}, from the network ${network}, on ${moment}.`,
      `If it was you, there is nothing to do. If it wasn’t you, set a new password at ${publicUrl}/reset: that signs everybody out.`,
    ],
    button: {
      label: 'See where you are signed in',
      url: `${publicUrl}/users/${userId}/profile?tab=security`,
    },
    note: 'We tell you when something signs in that your account does not know yet, or from another network than before.',
  }
}

const wasNotYou =
  'If it wasn’t you, someone is signed in to your account: set a new password now. That signs everybody out.'

const notices = {
  passwordReset: {
    subject: 'Your password was reset',
    paragraphs: [
      'A new password was set with a code that we mailed to this address. You were signed out everywhere; please sign in with the new password.',
    ],
    note: 'If it wasn’t you, someone can read your mail: change the password of your mailbox first, then set a new one here.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed by someone who was signed in. You were signed out everywhere else.',
    ],
    note: 'If it wasn’t you, set a new password now. That signs everybody out.',
  },
  emailUndone: {
    subject: 'Your e-mail address was put back',
    paragraphs: [
      'Your account uses this address again. Everybody was signed out, and the password no longer works: whoever asked for another address may know it, or have set it. Please set a new one; we have mailed you a link for it.',
      'An authenticator app, passkeys, backup codes and API keys that were added since then are gone. Any that were removed since then cannot be brought back: please look at the Security page of your profile once you are signed in.',
    ],
    note: 'Your sites, clinics, billing information and the people there were left as they are: please check whether anything was changed.',
  },
  sessionEnded: {
    subject: 'We signed you out on one device',
    paragraphs: [
      'An old copy of one of your sign-ins was used. That can mean that someone else has it, so we ended that sign-in.',
      'On that device, please sign in again. On others you stay signed in.',
    ],
    note: 'If it wasn’t you who was signed out, or you cannot explain it, set a new password. That signs everybody out.',
  },
  totpAdded: {
    subject: 'An authenticator app was set up',
    paragraphs: ['From now on we ask for a code from the app after your password.'],
    note: wasNotYou,
  },
  totpRemoved: {
    subject: 'Your authenticator app was removed',
    paragraphs: ['We no longer ask for its codes, and no longer accept them.'],
    note: wasNotYou,
  },
  passkeyAdded: {
    subject: 'A passkey was added to your account',
    paragraphs: ['It can be used after your password, and where we ask again who you are.'],
    note: wasNotYou,
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your account',
    paragraphs: ['It is no longer accepted. Your other ways of signing in stay the same.'],
    note: wasNotYou,
  },
  apiKeyMade: {
    subject: 'An API key was made for your account',
    paragraphs: [
      'Programs that have this key can use your account as far as the key allows, until it runs out or you revoke it.',
    ],
    note: 'If it wasn’t you, someone is signed in to your account: revoke the key on the Security page of your profile, and set a new password now.',
  },
  backupCodesMade: {
    subject: 'New backup codes were made',
    paragraphs: ['The backup codes you had before no longer work. Please keep the new ones instead.'],
    note: wasNotYou,
  },
  backupCodeUsed: {
    subject: 'A backup code was used',
    paragraphs: [
      'Someone used your password together with one of your backup codes. That code will not work again.',
      'When few are left, make new ones on the Security page of your profile.',
    ],
    note: wasNotYou,
  },
  secondFactorGuessed: {
    subject: 'Someone knows your password',
    paragraphs: [
      'Your password was entered correctly, followed by five wrong codes. Whoever it was did not get in.',
      'If it was you, try again in a moment, with the newest code of your app or with a backup code.',
    ],
    note: 'If it wasn’t you, set a new password now.',
  },
  secondFactorsRemoved: {
    subject: 'Two-step sign-in was turned off',
    paragraphs: [
      'Our support removed your authenticator app, passkeys and backup codes. Your password alone signs you in until you set up others.',
    ],
    note: 'If you did not ask for this, set a new password now, and tell us.',
  },
  signInClosed: {
    subject: 'Signing in to your account is closed',
    paragraphs: [
      'A wrong password was entered a hundred times in a row, so nobody can sign in with a password any more.',
      'Set a new one to open your account again. Wherever you are signed in already, you stay signed in.',
    ],
    note: 'If it wasn’t you, someone is guessing. They did not get in.',
  },
} as const

export type Notice = keyof typeof notices

const keysStay =
  'Your API keys were left as they are, so that programs that use them go on working. If you do not know one of them, revoke it on the Security page of your profile.'
const leavesKeys: ReadonlySet<Notice> = new Set(['passwordReset', 'passwordChanged'])

export function noticeWords(publicUrl: string, notice: Notice, hasKeys: boolean): Words {
  const { subject, paragraphs, note } = notices[notice]
  return {
    subject,
    heading: subject,
    paragraphs: [...paragraphs, ...(hasKeys && leavesKeys.has(notice) ? [keysStay] : [])],
    button: { label: 'Set a new password', url: `${publicUrl}/reset` },
    note,
  }
}
