import type { Page } from 'playwright-core'

/** How much there is, or what is wrong. */
export const states = [
  'loading',
  'empty',
  'one',
  'many',
  '14',
  '200',
  'error',
  'offline',
  'no right',
  'read only',
  'stopped',
] as const
export type State = (typeof states)[number]

/** Who looks. */
export interface Reader {
  /** What is kept in a browser where they are signed in. */
  record: string
}

/** Whose screens of the portal are shown, and what of theirs: ids. */
export interface Subject extends Reader {
  userId: string
  site: string
  clinic: string
  entity: string
  /** A payer of theirs that has no card. */
  cardless: string
  invoice: string
}

/** Whose a screen is where it is empty: who has nothing, who has a site and a payer that are empty themselves, who never was here. */
type Empty = 'empty' | 'empty itself' | 'newcomer'
/** Who looks at what in each state. */
export type Subjects<S extends Reader> = Partial<Record<State | Empty, S>>

/** What `npm run screens` shows: an address in its states. */
export interface Screen<S extends Reader = Subject> {
  name: string
  path: (of: S) => string
  /** `one` unless it says so. */
  states?: readonly State[]
  emptyOf?: Empty
  signedIn?: boolean
  /** Of the portal, unless it is of a site: its subdomain. */
  host?: (state: State) => string
  /** Before the page is loaded. */
  prepare?: (page: Page) => Promise<void>
  /** Brings the screen into what is to be shown, where there is something to do it with. */
  act?: (page: Page) => Promise<void>
}
