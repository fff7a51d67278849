import { t } from './words.ts'
/*
 * Pages of whoever runs an installation, each shown where its setting is given: the client is built with them, the
 * server judges them at its start and names them beneath mails.
 */

/** In the order in which they are shown. */
export const publicLinks = {
  terms: { setting: 'TERMS_URL', label: t`Terms of Service` },
  privacy: { setting: 'PRIVACY_URL', label: t`Privacy Policy` },
  help: { setting: 'HELP_URL', label: t`Help` },
  contact: { setting: 'CONTACT_URL', label: t`Contact` },
} as const

export type PublicLinkName = keyof typeof publicLinks

/** Where each leads; one that is not set is not there. */
export type PublicLinks = Readonly<Partial<Record<PublicLinkName, string>>>

export interface PublicLink {
  name: PublicLinkName
  label: string
  href: string
}

const names = Object.keys(publicLinks) as PublicLinkName[]

/** Those that are set. */
export const listPublicLinks = (links: PublicLinks): PublicLink[] =>
  names.flatMap((name) => {
    const href = links[name]
    return href === undefined ? [] : [{ name, label: publicLinks[name].label, href }]
  })

/** The settings as they stand in an environment, as a browser opens them: a bare e-mail address is one of `mailto:`. */
export function readPublicLinks(environment: Readonly<Record<string, string | undefined>>): PublicLinks {
  const given = names.flatMap((name) => {
    const value = environment[publicLinks[name].setting]?.trim()
    return value ? [[name, isBareAddress(value) ? `mailto:${value}` : value] as const] : []
  })
  return Object.fromEntries(given)
}

const isBareAddress = (value: string) => value.includes('@') && !value.includes(':')
