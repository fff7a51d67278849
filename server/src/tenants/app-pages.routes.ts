import { brands } from '@byre/contract/brands'
import { siteScreens } from '@byre/contract/herd/screens'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { Tenant } from '../customers/index.ts'
import { BuiltClient, builtClients } from '../platform/http/built-client.ts'
import { readAddressCookie } from '../platform/http/cookies.ts'
import { appPolicy, asPage } from '../platform/http/headers.ts'
import { barePagePolicy, writeBarePage } from '../platform/http/page.ts'
import { shapeOf } from '../platform/http/refusals.ts'

/** Where whoever had to sign in first wanted to go. */
export const pathCookie = 'byre_path'

const icons = ['apple-touch-icon.png', 'favicon.ico', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png']
const shapes = siteScreens.map(shapeOf)

/** What a place's host answers while its app is on: one page at each screen, its files and its manifest. */
export function appPages({ config, files }: Pick<Context<'tenants'>, 'config' | 'files'>) {
  const client = new BuiltClient(new URL('site/', builtClients))
  const policy = appPolicy(config)
  return {
    screens: siteScreens,
    icons,
    /** Clinics have none yet. */
    isOn: ({ kind }: Tenant) => kind === 'site' && config.apps.includes(kind),
    page: (reply: FastifyReply) =>
      client.isBuilt
        ? client.sendPage(reply, policy)
        : asPage(reply, barePagePolicy).send(
            writeBarePage('The site app is not built: run npm start, which builds it'),
          ),
    /** A file of this build, or of another one that was served in the last days. */
    async file(reply: FastifyReply, name: string) {
      if (client.sendFile(reply, name)) return
      await files.send(reply, name.replace(/^assets\//, ''))
    },
    manifest: ({ name }: Tenant) => manifestOf(name, config.brand),
    /** The screen that a cookie names, with its query; `/` for anything that is none of ours. */
    wantedPath: (cookies: string | undefined) =>
      screenIn(readAddressCookie(cookies, pathCookie, config.publicUrl) ?? '') ?? '/',
    /** The same of a request's own address; null where there is nothing to be kept. */
    pathToKeep: (url: string) => (url.length > 700 || url === '/' ? null : screenIn(url)),
  }
}

/** Path and query of an address that is one of the app's screens, on whichever host it is read; else null. */
function screenIn(address: string): string | null {
  if (!/^\/(?![/\\])/.test(address)) return null
  const url = URL.parse(address, 'http://place.invalid')
  if (url?.origin !== 'http://place.invalid') return null
  return shapes.some((shape) => shape.test(url.pathname)) ? url.pathname + url.search : null
}

/** Read by its members alone: it says what the place is called. */
function manifestOf(name: string, brand: keyof typeof brands): string {
  const icon = (file: string, purpose: string) => ({
    src: `/${file}.png`,
    sizes: file.replace(/^.*-(\d+)$/, '$1x$1'),
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    name,
    short_name: name.slice(0, 30),
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#fbf9f4',
    theme_color: brands[brand].accent.light.ground,
    icons: [icon('icon-192', 'any'), icon('icon-512', 'any'), icon('icon-maskable-512', 'maskable')],
  })
}
