import { spokenHere, type Words } from '../words.ts'

/** What a device is called where its browser, or all of it, is not known. */
export const [anyBrowser, unknownDevice] = ['A browser', 'An unknown device']

const onSystem: Readonly<Record<string, (words: Words, browser: string) => string>> = {
  iPhone: ({ t }, browser) => t`${browser} on iPhone`,
  iPad: ({ t }, browser) => t`${browser} on iPad`,
  Android: ({ t }, browser) => t`${browser} on Android`,
  ChromeOS: ({ t }, browser) => t`${browser} on ChromeOS`,
  Windows: ({ t }, browser) => t`${browser} on Windows`,
  Mac: ({ t }, browser) => t`${browser} on Mac`,
  Linux: ({ t }, browser) => t`${browser} on Linux`,
}

/** A device by the name that it is kept under, `Firefox on Windows`, in the words of whoever reads it. */
export function deviceInWords(name: string, words = spokenHere()): string {
  const { t } = words
  const [, browser = '', system = ''] = /^(.+) on (\w+)$/.exec(name) ?? []
  const say = onSystem[system]
  if (say) return say(words, browser === anyBrowser ? t`A browser` : browser)
  return name === unknownDevice ? t`An unknown device` : name
}
