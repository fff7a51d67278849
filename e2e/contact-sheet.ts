import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { states } from './screen.ts'

/* All pictures of a folder on one page: a screen's states below each other, its widths, themes and brands side by side. */

export interface Shot {
  screen: string
  state: string
  brand: string
  theme: string
  width: number
}

const apart = '~'

export const fileOf = ({ screen, state, brand, theme, width }: Shot) =>
  `${[screen, state.replace(' ', '-'), brand, theme, width].join(apart)}.png`

function shotOf(file: string): Shot | null {
  const [screen, state, brand, theme, width] = file.replace(/\.png$/, '').split(apart)
  if (!screen || !state || !brand || !theme || !width || !file.endsWith('.png')) return null
  return { screen, state: state.replace('-', ' '), brand, theme, width: Number(width) }
}

const order: readonly string[] = states

/** Also of pictures that were taken earlier: a sheet can be made in parts. */
export async function writeSheet(folder: string): Promise<number> {
  const shots = (await readdir(folder)).toSorted().flatMap((file) => shotOf(file) ?? [])
  const rows = [...Map.groupBy(shots, ({ screen }) => screen)].map(([screen, all]) => {
    const ofStates = [...Map.groupBy(all, ({ state }) => state)].toSorted(
      ([a], [b]) => order.indexOf(a) - order.indexOf(b),
    )
    return `<h2 id="${screen}">${screen}</h2>${ofStates.map(([state, those]) => `<h3>${state}</h3><div>${those.toSorted(byWidth).map(figureOf).join('')}</div>`).join('')}`
  })
  const ways = [...new Set(shots.map(({ screen }) => `<a href="#${screen}">${screen}</a>`))].join(' ')
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${style}</style><h1>Screens</h1><p>${ways}</p>${rows.join('\n')}`,
  )
  return shots.length
}

const byWidth = (a: Shot, b: Shot) =>
  a.brand.localeCompare(b.brand) || b.theme.localeCompare(a.theme) || a.width - b.width

const figureOf = (shot: Shot) =>
  `<figure style="width:${Math.round(shot.width / 4) + 60}px"><a href="${fileOf(shot)}"><img loading="lazy" src="${fileOf(shot)}" alt=""></a><figcaption>${shot.width} ${shot.theme} ${shot.brand}</figcaption></figure>`

const style = `body{font:14px sans-serif;margin:16px}div{display:flex;gap:12px;overflow-x:auto;align-items:start}figure{margin:0;flex:none}img{width:100%;border:1px solid #bbb}figcaption{color:#555}h3{margin:12px 0 4px}`
