import * as fs from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

export const pages = join(root, 'docs/operators')

/** A block of a page for operators. */
export interface Block {
  language: string
  /** `run`, with what it is named by, or `by hand: …` */
  said: string
  text: string
}

export const blocksOf = (page: string): Block[] =>
  [...fs.readFileSync(join(pages, `${page}.md`), 'utf8').matchAll(/^```(\S*)[ ]?(.*)\n([^]*?)^```$/gm)].map(
    ([, language = '', said = '', text = '']) => ({ language, said, text }),
  )

/** Those of a language that a test carries out. */
export const toRun = (page: string, language: string) =>
  blocksOf(page).filter((block) => block.language === language && block.said.startsWith('run'))
