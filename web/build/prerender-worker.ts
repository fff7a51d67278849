import { parentPort, workerData } from 'node:worker_threads'
import type * as Prerender from '../src/prerender.tsx'

/*
 * Runs the client once without a browser, in a thread of its own for each question, since words are made as its modules
 * are loaded. What they look at of a browser while they are loaded stands in here.
 */

export interface Question {
  /** The address of the client's program for Node. */
  program: string
  make: keyof typeof Prerender
  language: string
  /** What is kept in local storage. */
  kept: Record<string, string>
}

const { program, make, language, kept } = workerData as Question

const ignore = () => undefined
const storageOf = (items: Record<string, string>) => ({
  getItem: (key: string) => items[key] ?? null,
  setItem: ignore,
  removeItem: ignore,
})
const standIns = {
  window: globalThis,
  document: { defaultView: globalThis, documentElement: { dataset: {}, lang: '' }, addEventListener: ignore },
  location: new URL('https://localhost/login'),
  history: { state: null, replaceState: ignore },
  navigator: { languages: [language] },
  localStorage: storageOf(kept),
  sessionStorage: storageOf({}),
  matchMedia: () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore }),
  addEventListener: ignore,
  removeEventListener: ignore,
  isSecureContext: true,
  PublicKeyCredential: ignore,
}
for (const [name, value] of Object.entries(standIns))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

const client = (await import(program)) as typeof Prerender
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port between threads has no origins.
parentPort!.postMessage(await client[make]())
