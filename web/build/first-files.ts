import type { Plugin } from 'vite'

/** What every screen stands on; the page's own script runs it once the language is settled. */
const start = '/src/start.tsx'
/** The first screen of whoever is signed in, by modules that stand in its chunks; that of others has a page of its own. */
const home = ['home.tsx', 'overview.tsx', 'place-list.tsx', 'spending-part.tsx', 'long-list.ts'].map(
  (name) => `/src/dashboard/${name}`,
)

export interface Chunk {
  type: string
  moduleIds?: string[]
  imports?: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/** The files that modules need, as far as they are missing. */
export function neededBy(
  chunks: Record<string, Chunk>,
  modules: readonly string[],
  isMissing: (file: string) => boolean,
): string[] {
  const reachable = new Set<string>()
  const next = Object.keys(chunks).filter((name) =>
    chunks[name]?.moduleIds?.some((id) => modules.some((module) => id.endsWith(module))),
  )
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (reachable.has(name)) continue
    reachable.add(name)
    next.push(...(chunks[name]?.imports ?? []), ...(chunks[name]?.viteMetadata?.importedCss ?? []))
  }
  return [...reachable].filter(isMissing)
}

export const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`

/**
 * Writes into the page which files every screen needs, and as an attribute of the script that runs before all others
 * (`src/first.js`) those of the dashboard: it asks for them while the page is still being read.
 */
export function firstFiles(): Plugin {
  return {
    name: 'byre:first-files',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const needed = (...modules: string[]) =>
          neededBy(bundle as unknown as Record<string, Chunk>, modules, (name) => !html.includes(name))
        html = html.replace('</head>', `  ${needed(start).map(linkTo).join('\n    ')}\n  </head>`)
        return html.replace(
          '<script src="/assets/first-',
          `<script data-app="${needed(...home).join(' ')}" src="/assets/first-`,
        )
      },
    },
  }
}
