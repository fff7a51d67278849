/*
 * Mail programs make a link of whatever looks like an address, also inside a name that a stranger chose: "Pay at
 * evil.example invites you". So in the words of a mail only those addresses stay whole that the mail is about.
 */

const dots = '.。．｡'
const looksLikeAddress = new RegExp(String.raw`[\p{L}\p{N}][${dots}]\p{L}{2}|://`, 'u')
const beforeLabel = new RegExp(String.raw`([${dots}])(?=[\p{L}\p{N}])`, 'gu')
/** What a sentence puts around a word. */
const around = /^([\s"'“‘(<[]*)(.*?)([\s"'”’)>\].,;:!?]*)$/su

/**
 * The text with every address in it opened by spaces, so that nothing makes a link of it, except `allowed`
 * ones: whole addresses, mail addresses and host names as they stand, or origins, which allow what is below.
 */
export function withoutLinks(text: string, allowed: readonly string[]): string {
  return text.replace(/\S+/gu, (word) => {
    if (!looksLikeAddress.test(word)) return word
    const [, before = '', inner = '', after = ''] = around.exec(word) ?? []
    const isAllowed = allowed.some(
      (address) => inner === address || inner.startsWith(`${originOf(address)}/`),
    )
    return isAllowed ? word : before + opened(inner) + after
  })
}

const opened = (address: string) => address.replaceAll('://', ': //').replace(beforeLabel, '$1 ')

/** An allowed origin, without its last slash; what is no origin allows nothing below it. */
const originOf = (address: string) =>
  /^https?:\/\/[^/]+\/?$/.test(address) ? address.replace(/\/$/, '') : '\0'
