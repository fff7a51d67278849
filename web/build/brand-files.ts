import { readdirSync, readFileSync } from 'node:fs'
import type { Brand, Product } from '@byre/contract/brands'

/* What a brand puts at addresses of its own, which browsers and launchers know or are told by the page. */

const folder = new URL('../src/icons/', import.meta.url)

function manifest({ name, accent }: Brand): string {
  const icon = (file: string, purpose: string) => ({
    src: `/${file}.png`,
    sizes: file.replace(/^.*-(\d+)$/, '$1x$1'),
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    name,
    short_name: name.split(' ')[0],
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#fbf9f4',
    theme_color: accent.light.ground,
    icons: [icon('icon-192', 'any'), icon('icon-512', 'any'), icon('icon-maskable-512', 'maskable')],
  })
}

/** Whoever has no account is met at these; the rest is nobody's but theirs who sign in. */
const robots = 'User-agent: *\nAllow: /login$\nAllow: /register$\nAllow: /assets/\nDisallow: /\n'

/** An app's manifest and what robots are told of its host the server writes: they are the place's. */
export function brandFiles(
  product: Product,
  brand: Brand,
  of: 'portal' | 'site',
): { fileName: string; source: string | Buffer }[] {
  const icons = new URL(`${product}/`, folder)
  const pictures = readdirSync(icons).filter((file) => !file.endsWith('.svg'))
  const files = pictures.map((fileName) => ({ fileName, source: readFileSync(new URL(fileName, icons)) }))
  if (of !== 'portal') return files
  return [
    ...files,
    { fileName: 'manifest.webmanifest', source: manifest(brand) },
    { fileName: 'robots.txt', source: robots },
  ]
}
