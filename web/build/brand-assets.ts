import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { minifySync, type Plugin } from 'vite'
import { brands, tileOf, type Brand, type Product } from '@byre/contract/brands'
import { brandFiles } from './brand-files.ts'
import { withoutScripts } from './without-scripts.ts'

const accentCss = 'virtual:brand.css'

/**
 * What a brand puts into the page: its accents as a stylesheet, its favicon, its name, and before
 * everything the file that runs first; and its icons, its manifest and what robots are told; and a word for who has no scripts. Styles and script are files of
 * this origin, since the content security policy allows none inline; the icon stands in the page, as on those that the server writes, for one answer less.
 */
export function brandAssets(product: Product, of: 'portal' | 'site' = 'portal'): Plugin {
  const brand = brands[product]
  const source = readFileSync(new URL('../src/first.js', import.meta.url), 'utf8')
  const first = hashed('first', minifySync('first.js', source).code)
  let building = false
  return {
    name: 'byre:brand-assets',
    configResolved: (config) => {
      building = config.command === 'build'
    },
    resolveId: (id) => (id === accentCss ? `\0${accentCss}` : undefined),
    load: (id) => (id === `\0${accentCss}` ? accents(brand) : undefined),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `/${first.fileName}`) return next()
        response.setHeader('content-type', 'text/javascript')
        response.end(first.source)
      })
    },
    generateBundle() {
      if (!building) return
      this.emitFile({ type: 'asset', ...first })
      for (const file of brandFiles(product, brand, of)) this.emitFile({ type: 'asset', ...file })
    },
    transformIndexHtml: (html) =>
      html
        .replace('<title>Byre</title>', `<title>${brand.name}</title>`)
        .replace(/<!-- The build[^>]*-->/, head(brand, first.fileName, of))
        .replace('<body>', `<body>\n    ${withoutScripts}`),
  }
}

/** The first script sets the theme: it must run before anything is painted. */
function head(brand: Brand, first: string, of: 'portal' | 'site'): string {
  // What a place is called is for its members alone.
  const asMember = of === 'site' ? ' crossorigin="use-credentials"' : ''
  return [
    `<script src="/${first}"></script>`,
    `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(tileOf(brand))}" />`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png" />',
    `<link rel="manifest" href="/manifest.webmanifest"${asMember} />`,
    `<meta name="application-name" content="${brand.name}" />`,
    '<meta name="color-scheme" content="light dark" />',
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f4" />',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14181a" />',
  ].join('\n    ')
}

function accents({ accent, chosen }: Brand): string {
  return `:root {
  --accent: light-dark(${accent.light.ground}, ${accent.dark.ground});
  --accent-text: light-dark(${accent.light.text}, ${accent.dark.text});
  --chosen: light-dark(${chosen.light.text}, ${chosen.dark.text});
  --chosen-ground: light-dark(${chosen.light.ground}, ${chosen.dark.ground});
}`
}

function hashed(name: string, source: string) {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  return { fileName: `assets/${name}-${hash}.js`, source }
}
