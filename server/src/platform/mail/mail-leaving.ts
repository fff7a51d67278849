import type { Words } from '@byre/contract/words'
import type { RequestFacts } from '../audit/audit.ts'
import { keyPurpose, type Secrets } from '../secrets.ts'

/*
 * Mails that their readers may have no more of, by the link that each of them carries (RFC 8058). A link is sealed: it
 * tells nobody whose it is or of what, opens without a sign-in, and ends that one thing alone.
 */

/** The link beneath a mail that may be left. */
export interface MailLeave {
  url: string
  /** What no more mails are about; absent where the mail's own words tell of a link. */
  about?: string
}

/** What its page says. */
export interface LeavingWords {
  /** Behind 'No more mails about'. */
  about: string
  /** What is mailed all the same. */
  stays: string
  /** How it is taken back. */
  again: string
}

export interface Leavable {
  /** Null where there is nothing any more that could be left. */
  wordsOf(words: Words, id: string): Promise<LeavingWords | null>
  /** Done again it changes nothing. */
  leave(id: string, from: RequestFacts): Promise<void>
}

/** What a link opens. */
export interface OpenedLink {
  words: LeavingWords
  leave(from: RequestFacts): Promise<void>
}

const leaving = keyPurpose('mail-leaving')
const owner = 'mail'

export class MailLeaving {
  readonly #publicUrl: string
  readonly #secrets: Secrets
  readonly #leavables = new Map<string, Leavable>()

  constructor(publicUrl: string, secrets: Secrets) {
    this.#publicUrl = publicUrl
    this.#secrets = secrets
  }

  /** Says how mails of a kind, named in one word, are left. */
  add(kind: string, leavable: Leavable): void {
    this.#leavables.set(kind, leavable)
  }

  /** The link by which mails of a kind are left; `id` says by whom. */
  linkOf(kind: string, id: string): string {
    const sealed = this.#secrets.seal(leaving, owner, Buffer.from(`${kind} ${id}`))
    return `${this.#publicUrl}/unsubscribe/${sealed.toString('base64url')}`
  }

  /** Null for anything that no link carries; it speaks the language of whoever opens it. */
  async open(token: string, spoken: Words): Promise<OpenedLink | null> {
    const opened = this.#secrets.open(leaving, owner, Buffer.from(token, 'base64url'))
    const [kind = '', id = ''] = opened?.plain.toString().split(' ') ?? []
    const leavable = this.#leavables.get(kind)
    const words = await leavable?.wordsOf(spoken, id)
    return leavable && words ? { words, leave: (from) => leavable.leave(id, from) } : null
  }
}
