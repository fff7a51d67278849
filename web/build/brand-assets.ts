import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { minifySync, type Plugin } from 'vite'
import type { Brand } from '../src/brand.ts'

const accentCss = 'virtual:brand.css'

/**
 * What a brand puts into the page: its accents as a stylesheet, its favicon, its name, and before
 * everything the file that runs first. Styles and script are files of this origin, since the content security policy
 * allows none inline; the icon stands in the page, as on those that the server writes, for one answer less.
 */
export function brandAssets(brand: Brand): Plugin {
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
      if (building) this.emitFile({ type: 'asset', ...first })
    },
    transformIndexHtml: (html) =>
      html
        .replace('<title>Byre</title>', `<title>${brand.name}</title>`)
        .replace(/<!-- The build[^>]*-->/, head(brand, first.fileName)),
  }
}

/** The first script sets the theme: it must run before anything is painted. */
function head(brand: Brand, first: string): string {
  return [
    `<script src="/${first}"></script>`,
    `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(favicon(brand))}" />`,
    `<meta name="application-name" content="${brand.name}" />`,
    '<meta name="color-scheme" content="light dark" />',
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f4" />',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14181a" />',
  ].join('\n    ')
}

function accents({ accent }: Brand): string {
  return `:root {
  --accent: light-dark(${accent.light.ground}, ${accent.dark.ground});
  --accent-text: light-dark(${accent.light.text}, ${accent.dark.text});
}`
}

/** The logo on a tile of the accent, so that it is seen on a light and on a dark tab alike. */
function favicon({ logo, accent }: Brand): string {
  const { ground, text } = accent.light
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="6" fill="${ground}"/>`,
    `<path transform="translate(4 4)" fill="${text}" d="${logo}"/></svg>`,
  ].join('')
}

function hashed(name: string, source: string) {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  return { fileName: `assets/${name}-${hash}.js`, source }
}
