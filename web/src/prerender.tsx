import { renderToString } from 'react-dom/server'
import { t } from '@byre/contract/words'
import { beginLanguage } from './lib/languages/language.ts'

/** The addresses of what the dashboard asks for first, for whoever `localStorage` says is signed in. */
export async function askedAtHome(): Promise<string[]> {
  const addresses: string[] = []
  globalThis.fetch = (address) => {
    addresses.push(String(address))
    return new Promise(() => undefined)
  }
  const { askFirst } = await import('./dashboard/ask-first.ts')
  void askFirst()
  await new Promise((done) => setTimeout(done))
  return addresses
}

/** The markup of /login as a stranger sees it, in the language of `navigator`, and what it was made for (`build/prerendered.ts`). */
export async function prerenderLogin(): Promise<{ markup: string; madeFor: string; title: string }> {
  await beginLanguage()
  // Words are made as the screens are loaded.
  const [{ beginNavigation }, { routes }, { Portal }, { prerenderedFor }] = await Promise.all([
    import('./lib/navigation.ts'),
    import('./routes.tsx'),
    import('./portal.tsx'),
    import('./auth/prerendered.ts'),
  ])
  await beginNavigation(routes)
  return { markup: renderToString(<Portal />), madeFor: prerenderedFor(), title: t`Sign in` }
}
