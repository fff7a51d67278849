import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { dirname, join } from 'node:path'
import type { BrowserContext } from 'playwright-core'

/*
 * A language of which every sentence is the English one two fifths longer, between brackets: where it is cut off or wraps badly, French
 * will one day; what has no brackets is said in English to everybody. It ships nowhere: a browser that asks for French gets it.
 */

type Token = string | [string, ...unknown[]]

const longer = (text: string) => {
  const letters = text.replace(/[aeiou]/g, (vowel) => ({ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' })[vowel]!)
  return letters.replace(/\p{L}{3,}/gu, (word) => word + word.at(-1)!.repeat(Math.round(word.length * 0.4)))
}

/** Lengthens what is said, and leaves values and the names of choices alone. */
function lengthen(compiled: unknown): unknown {
  if (typeof compiled === 'string') return longer(compiled)
  if (!Array.isArray(compiled)) return compiled
  return (compiled as Token[]).map((token) => {
    if (typeof token === 'string') return token === '#' ? token : longer(token)
    const [name, type, forms] = token
    if (typeof forms !== 'object' || forms === null) return token
    const longerForms = Object.entries(forms).map(([form, said]) => [form, lengthen(said)])
    return [name, type, Object.fromEntries(longerForms)]
  })
}

function bracketed(id: string): unknown {
  const said = lengthen(compileMessage(id))
  return Array.isArray(said) ? ['⟦', ...(said as unknown[]), '⟧'] : `⟦${String(said)}⟧`
}

/** Every sentence of the code, by its key. */
async function listSentences(): Promise<string[]> {
  const root = dirname(import.meta.dirname)
  const config = getConfig({ configPath: join(root, 'lingui.config.ts'), cwd: root })
  const [catalogue] = await getCatalogs(config)
  return Object.keys((await catalogue?.collect()) ?? {})
}

/** From here on this browser is told that language: to be called for one whose `locale` is fr-CA. */
export async function speakLonger(context: BrowserContext): Promise<void> {
  const messages = Object.fromEntries((await listSentences()).map((id) => [id, bracketed(id)]))
  const body = `const words = ${JSON.stringify(messages)}; export { words as default }`
  // Its page of /login comes in a language that ships, and is drawn anew.
  await context.route(/\/login$/, async (route) => {
    const page = await route.fetch()
    const body = (await page.text()).replace(/data-prerendered="[^"]*"/, 'data-prerendered="another"')
    await route.fulfill({ response: page, body })
  })
  await context.route(/\/assets\/fr-CA\.(first|rest)-[\w-]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
}
