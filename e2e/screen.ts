import type { Page } from 'playwright-core'
import type { Ready } from './ready.ts'

/** One picture of `npm run screens`: an address, and what brings it into the state to be shown. */
export interface Screen {
  name: string
  path: (alice: Ready) => string
  signedIn?: boolean
  /** Of the portal, unless it is of one of her sites: `alice-1` and so on. */
  host?: string
  widths?: readonly number[]
  /** Before the page is loaded. */
  prepare?: (page: Page) => Promise<void>
  /** Brings the screen into the state to be shown. */
  act?: (page: Page) => Promise<void>
}
