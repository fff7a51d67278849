import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from '../scripts/build-web.mjs'
import { buildClient, type AnotherClient } from './another-client.ts'
import { openBrowser } from './browser.ts'
import { Camera, type Theme, type Wanted } from './camera.ts'
import { writeSheet } from './contact-sheet.ts'
import { Portal } from './portal.ts'
import { portalScreens } from './portal-screens.ts'
import { states, type Reader, type Screen, type State, type Subjects } from './screen.ts'
import { fillSubjects } from './screen-subjects.ts'
import { siteScreens } from './site-screens.ts'
import { fillYards } from './site-subjects.ts'

/*
 * `npm run screens`: every screen of the portal and of the site app in its states, both brands, both themes and three widths, as
 * pictures on one page. They are looked at, not compared. In parts, which add to the same page:
 * `npm run screens -- --only site,payer --states one,14 --widths 360 --themes light --brands sites --folder screens`; in another
 * language by `--language fr-CA`, or two fifths longer than English by `--language longer`.
 */

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'screens' },
    only: { type: 'string' },
    states: { type: 'string', default: states.join() },
    widths: { type: 'string' },
    themes: { type: 'string', default: 'light,dark' },
    brands: { type: 'string', default: 'sites,clinics' },
    language: { type: 'string', default: 'en' },
  },
})
const folder = resolve(values.folder)
const only = values.only?.split(',')
const widthsOf = ({ host }: Pick<Screen, 'host'>) =>
  (values.widths ?? (host ? '360,1024,1440' : '360,768,1440')).split(',').map(Number)
const themes = values.themes.split(',') as Theme[]
const brands = values.brands.split(',')
const wantedStates = new Set(values.states.split(',') as State[])
const isWanted = ({ name }: { name: string }) => !only || only.includes(name)
const unknown = only?.filter((name) => ![...portalScreens, ...siteScreens].some((one) => one.name === name))
if (unknown?.length) throw new Error(`no screen is called ${unknown.join(', ')}`)

buildWeb()
const browser = await openBrowser()
const failed: string[] = []
try {
  await mkdir(folder, { recursive: true })
  await shootAll(portalScreens, fillSubjects)
  await shootAll(siteScreens, fillYards)
  console.log(`${await writeSheet(folder)} pictures on ${join(folder, 'index.html')}`)
} finally {
  await browser.close()
}
if (failed.length > 0) {
  console.error(failed.join('\n'))
  process.exitCode = 1
}

/** What is wanted of some screens, at a portal of their own: where months of billing passed, no yard's today is today. */
async function shootAll<S extends Reader>(
  all: readonly Screen<S>[],
  fill: (portal: Portal, states: ReadonlySet<State>) => Promise<Subjects<S>>,
): Promise<void> {
  const wanted = all.filter(isWanted).filter((screen) => statesOf(screen).length > 0)
  if (wanted.length === 0) return
  const portal = await Portal.open()
  /** Of the brands that the server has not itself; an app has none. */
  const clients = new Map<string, AnotherClient>()
  try {
    for (const brand of brands.filter((one) => one !== 'sites'))
      if (wanted.some(({ host }) => !host))
        clients.set(brand, await buildClient(portal.url, { BYRE_BRAND: brand }))
    const subjects = await fill(portal, new Set(wanted.flatMap(statesOf)))
    const camera = new Camera(browser, portal, clients, { folder, language: values.language })
    for (const screen of wanted) {
      const began = Date.now()
      let taken = 0
      for (const shot of shotsOf(screen)) {
        const subject = subjects[shot.state === 'empty' ? (screen.emptyOf ?? 'empty') : shot.state]
        if (!subject) continue
        await camera.shoot(screen, shot, subject).then(
          () => (taken += themes.length),
          (error: Error) => failed.push(`${nameOf(shot)}: ${error.message.split('\n')[0]}`),
        )
      }
      console.log(`${screen.name}: ${taken} pictures, ${Math.round((Date.now() - began) / 1000)} s`)
    }
  } finally {
    for (const client of clients.values()) await client.remove()
    await portal.close()
  }
}

function statesOf<S extends Reader>({ states: all = ['one'] }: Screen<S>): State[] {
  return all.filter((one) => wantedStates.has(one))
}

/** Sites have one look, whatever the portal's brand. */
function shotsOf<S extends Reader>(screen: Screen<S>): Wanted[] {
  const looks = screen.host ? brands.filter((one) => one === 'sites') : brands
  return statesOf(screen).flatMap((state) =>
    looks.flatMap((brand) =>
      widthsOf(screen).map((width) => ({ screen: screen.name, state, brand, themes, width })),
    ),
  )
}

function nameOf({ screen, state, brand, width }: Wanted): string {
  return [screen, state, brand, width].join(', ')
}
