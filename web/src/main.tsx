import 'virtual:brand.css'
import './styles/index.css'
import { askEarly } from './ask-early.ts'
import { beginLanguage } from './lib/languages/language.ts'
import { declareFace } from './styles/face.ts'

Object.assign(globalThis, { asked: askEarly(document.getElementById('root')?.dataset['ask']) })

/** Whoever has this file from before has the letters, too; to others they would only hold up what is to be run. */
const isKept =
  (performance.getEntriesByName(import.meta.url)[0] as PerformanceResourceTiming | undefined)
    ?.transferSize === 0
if (isKept) declareFace()

const isLogin = document.querySelector('[data-prerendered]') !== null

/** What came with the page is seen before anything else is run; in a tab that is hidden nothing is. */
const firstPaint =
  isLogin && !document.hidden && new Promise((done) => requestAnimationFrame(() => setTimeout(done)))

// The screens make their words as they are loaded. Waiting for them here, at the top, would keep this file from those
// that import something of its chunk.
void Promise.all([beginLanguage(), firstPaint])
  .then(() => import('./start.tsx'))
  // At a first /login they come with the frame (`layout/shell.tsx`): this page would show them no more.
  .then(() => isLogin || declareFace())
