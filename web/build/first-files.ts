import type { Plugin } from 'vite'

/** What every screen stands on; the page's own script runs it once the language is settled. */
const start = '/src/start.tsx'
/** The screens that are opened first, by a module that stands in their chunk. */
const screens = { login: '/src/auth/login.tsx', app: '/src/dashboard/home.tsx' }

interface Chunk {
  type: string
  moduleIds?: string[]
  imports?: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/**
 * Writes into the page which files every screen needs, and as attributes of the script that runs before all others
 * (`src/first.js`) those of its first screens: it asks for them while the page is still being read.
 */
export function firstFiles(): Plugin {
  return {
    name: 'byre:first-files',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const chunks = bundle as unknown as Record<string, Chunk>
        const needed = (module: string) => {
          const reachable = new Set<string>()
          const next = Object.keys(chunks).filter((name) =>
            chunks[name]?.moduleIds?.some((id) => id.endsWith(module)),
          )
          for (let name = next.pop(); name !== undefined; name = next.pop()) {
            if (reachable.has(name)) continue
            reachable.add(name)
            next.push(...(chunks[name]?.imports ?? []), ...(chunks[name]?.viteMetadata?.importedCss ?? []))
          }
          return [...reachable].filter((name) => !html.includes(name))
        }
        const always = needed(start).map((name) =>
          name.endsWith('.css')
            ? `<link rel="stylesheet" crossorigin href="/${name}">`
            : `<link rel="modulepreload" crossorigin href="/${name}">`,
        )
        html = html.replace('</head>', `  ${always.join('\n    ')}\n  </head>`)
        const attributes = Object.entries(screens).map(
          ([screen, module]) => `data-${screen}="${needed(module).join(' ')}"`,
        )
        return html.replace(
          '<script src="/assets/first-',
          `<script ${attributes.join(' ')} src="/assets/first-`,
        )
      },
    },
  }
}
