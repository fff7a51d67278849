import type { Page } from 'playwright-core'

/** How much there is, or what is wrong. */
export const states = [
  'loading',
  'empty',
  'one',
  '14',
  '200',
  'error',
  'offline',
  'no right',
  'stopped',
] as const
export type State = (typeof states)[number]

/** Whose screens are shown, and what of theirs: ids, or an app's hosts. */
export interface Subject {
  /** What is kept in a browser where they are signed in. */
  record: string
  userId: string
  site: string
  clinic: string
  entity: string
  /** A payer of theirs that has no card. */
  cardless: string
  invoice: string
}

/** What `npm run screens` shows: an address in its states. */
export interface Screen {
  name: string
  path: (of: Subject) => string
  /** `one` unless it says so. */
  states?: readonly State[]
  /** Of one thing, which is empty itself where it is to be. */
  ofOne?: boolean
  signedIn?: boolean
  /** Of the portal, unless it is of one of her sites: `alice-1` and so on. */
  host?: string
  /** Before the page is loaded. */
  prepare?: (page: Page) => Promise<void>
  /** Brings the screen into what is to be shown. */
  act?: (page: Page) => Promise<void>
}
