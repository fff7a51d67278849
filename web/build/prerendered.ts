import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build, type Plugin, type UserConfig } from 'vite'
import { languages } from '@byre/contract/languages'
import type { askedAtHome, prerenderLogin } from '../src/prerender.tsx'
import { linkTo, neededBy, type Chunk } from './first-files.ts'
import type { Question } from './prerender-worker.ts'
import { withoutReplies } from './without-replies.ts'

/** Beside the packages that its program imports. */
const output = join(import.meta.dirname, '../.cache/prerender')

/**
 * What of the first screens is known before anybody comes (decision 0177). /login has a page of its own in each language
 * (`login.en.html`) with its markup already in it: the form is seen, and can be typed into, while the scripts are on their way, and
 * these take it over as it stands. Into the page of all else it writes what the dashboard asks for first.
 */
export function prerendered(define: UserConfig['define']): Plugin {
  return {
    name: 'byre:prerendered',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const page = await readFile(join(dir, 'index.html'), 'utf8')
        const chunks = bundle as unknown as Record<string, Chunk>
        const missing = neededBy(chunks, ['/src/auth/login.tsx'], (name) => !page.includes(name))
        const program = await buildPrerender(define)
        try {
          for (const language of languages) {
            const question: Question = { program, make: 'prerenderLogin', language, kept: {} }
            const { markup, madeFor, title } = await answerTo<typeof prerenderLogin>(question)
            const login = page
              .replace('<html lang="en">', `<html lang="${language}">`)
              .replace(/<title>(.*)<\/title>/, (_, brand: string) => `<title>${title} · ${brand}</title>`)
              .replace('</head>', `  ${[whole, ...missing.map(linkTo)].join('\n    ')}\n  </head>`)
              .replace('<div id="root">', () => `<div id="root" data-prerendered="${madeFor}">${markup}`)
              .replace('</body>', `  ${end}\n  </body>`)
            await writeFile(join(dir, `login.${language}.html`), login)
          }
          const ask = await answerTo<typeof askedAtHome>({
            program,
            make: 'askedAtHome',
            language: 'en',
            kept: { 'byre.auth': JSON.stringify(someone) },
          })
          const home = ask.join(' ').replaceAll('%3Aid', ':id').replaceAll('&', '&amp;')
          await writeFile(
            join(dir, 'index.html'),
            page.replace('<div id="root"', `<div id="root" data-ask="${home}"`),
          )
        } finally {
          await rm(output, { recursive: true, force: true })
        }
      },
    },
  }
}

/** Nothing is painted before the markup is read to its end: what came then would push aside what stands there. */
const whole = '<link rel="expect" blocking="render" href="#end">'
/** Behind the markup, since Chromium waits for the beginning of what it is told to wait for. */
const end = '<span id="end" hidden></span>'

/** Who is signed in: `ask-early.ts` writes their id in its place. */
const someone = {
  id: ':id',
  uuid: ':id',
  user: { id: ':id', email: 'someone@example.com', groups: ['User'] },
  token: 'a token',
  refresh: 'a token',
}

/** Builds the client for Node, and gives the address of its program. */
async function buildPrerender(define: UserConfig['define']): Promise<string> {
  await build({
    root: join(import.meta.dirname, '..'),
    configFile: false,
    logLevel: 'warn',
    define,
    plugins: [withoutReplies()],
    build: { ssr: 'src/prerender.tsx', outDir: output, emptyOutDir: true, target: 'es2024' },
  })
  return pathToFileURL(join(output, 'prerender.js')).href
}

async function answerTo<T extends () => Promise<unknown>>(
  workerData: Question,
): Promise<Awaited<ReturnType<T>>> {
  const worker = new Worker(new URL('prerender-worker.ts', import.meta.url), { workerData })
  try {
    const [answer] = (await once(worker, 'message')) as [Awaited<ReturnType<T>>]
    return answer
  } finally {
    await worker.terminate()
  }
}
