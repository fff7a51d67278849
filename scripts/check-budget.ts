import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/*
 * Weighs what the first visit of a screen fetches: the page's own files, the screen's chunk and all
 * they import statically, as the brotli copies that are served. A larger figure needs a decision. What a first visit of
 * /login transfers in all, headers and page included, is asked of a browser (e2e/navigation.test.ts).
 */

const dist = resolve(import.meta.dirname, '../web/dist')
const staticImport = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.(?:js|css))["']/g
const pageFile = /(?:src|href)="\/assets\/([\w.-]+\.(?:js|css))"/g

interface Budget {
  screen: string
  chunks: string[]
  kib: number
  /** Only what comes on top of the first screens counts. */
  adds?: true
  /** Other screens do not count on it. */
  later?: true
  /** The first screens may not fetch it. */
  lazy?: true
}

const ofPortal: Budget[] = [
  { screen: '/login', chunks: ['login'], kib: 112 },
  { screen: '/login in French', chunks: ['login', 'catalogue', 'fr-CA.first'], kib: 122 },
  {
    screen: '/ with the shell, menu, dialog and toasts',
    chunks: ['app', 'menu', 'confirm-dialog', 'toasts'],
    kib: 124,
  },
  { screen: 'the dashboard as a whole', chunks: ['app', 'dashboard', 'toasts'], kib: 134, later: true },
  { screen: '/site/{id}', chunks: ['site'], kib: 26, adds: true },
  { screen: '/clinic/{id}', chunks: ['clinic'], kib: 25, adds: true },
  { screen: '/site/new', chunks: ['new-site'], kib: 35, adds: true },
  { screen: '/clinic/new', chunks: ['new-clinic'], kib: 35, adds: true },
  { screen: '/site/{id}/edit', chunks: ['edit-site'], kib: 35, adds: true },
  { screen: '/clinic/{id}/edit', chunks: ['edit-clinic'], kib: 35, adds: true },
  { screen: '/billing-entities', chunks: ['entities'], kib: 25, adds: true },
  { screen: '/billing-entities/{id}', chunks: ['entity'], kib: 26, adds: true },
  { screen: '/billing-entities/{id}/edit', chunks: ['edit-entity'], kib: 25, adds: true },
  { screen: '/billing-entities/{id}/card/new', chunks: ['new-card'], kib: 25, adds: true },
  { screen: '/billing-entities/{id}/card/edit', chunks: ['edit-card'], kib: 25, adds: true },
  { screen: 'the palette of ⌘K', chunks: ['palette'], kib: 12, adds: true, lazy: true },
  { screen: 'a chart of spending', chunks: ['year-of-spending'], kib: 6, adds: true, lazy: true },
  { screen: 'every stylesheet together', chunks: [], kib: 16 },
]
/** The page itself draws the frame; a screen is a chunk of its own. */
const ofSite: Budget[] = [
  { screen: 'the site app’s first screen', chunks: ['today'], kib: 130 },
  { screen: 'the site app’s first launch', chunks: ['first-launch'], kib: 25, adds: true },
  { screen: 'the site app’s holds', chunks: ['holds'], kib: 25, adds: true },
  { screen: 'the site app’s ship lists', chunks: ['ship-lists'], kib: 25, adds: true },
  { screen: 'one ship list in the site app', chunks: ['ship-list'], kib: 25, adds: true },
  { screen: 'animals being added to a ship list', chunks: ['add-dialog'], kib: 25, adds: true },
  { screen: 'animals being put on a ship list', chunks: ['put-on-dialog'], kib: 25, adds: true },
  { screen: 'the site app’s findings', chunks: ['findings'], kib: 25, adds: true },
  { screen: 'the site app’s settings', chunks: ['settings'], kib: 25, adds: true },
  { screen: 'the site app’s animals', chunks: ['animals'], kib: 25, adds: true },
  { screen: 'one animal in the site app', chunks: ['animal'], kib: 25, adds: true },
  { screen: 'the site app’s pens', chunks: ['pens'], kib: 25, adds: true },
  { screen: 'one lot in the site app', chunks: ['lot'], kib: 25, adds: true },
  { screen: 'the site app’s cabinet', chunks: ['cabinet'], kib: 25, adds: true },
  { screen: 'what is recorded', chunks: ['record-dialog'], kib: 25, adds: true },
]
/** Comes after the first paint, and is counted apart. */
const faceKib = 45

/** Whether the screens of one build fit, each said in a line. */
function fitsAll(build: string, budgets: Budget[]): boolean {
  const assets = join(dist, build, 'assets')
  const files = readdirSync(assets)
  const withName = (name: string) =>
    files.filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.(js|css)$`).test(file))
  const weigh = (file: string) => {
    const copy = join(assets, `${file}.br`)
    return statSync(existsSync(copy) ? copy : join(assets, file)).size / 1024
  }
  /** A chunk and everything it imports statically. */
  const closure = (starts: string[]) => {
    const reachable = new Set<string>()
    const next = [...starts]
    for (let file = next.pop(); file !== undefined; file = next.pop()) {
      if (reachable.has(file) || !existsSync(join(assets, file))) continue
      reachable.add(file)
      if (!file.endsWith('.js')) continue
      for (const match of readFileSync(join(assets, file), 'utf8').matchAll(staticImport))
        next.push(match[1]!)
    }
    return reachable
  }

  const page = readFileSync(join(dist, build, 'index.html'), 'utf8')
  const shared = [...page.matchAll(pageFile)].map((match) => match[1]!)
  const first = budgets
    .filter(({ adds, later }) => !adds && !later)
    .flatMap(({ chunks }) => chunks.flatMap(withName))
  const alreadyThere = closure([...shared, ...first])
  let fits = true
  for (const { screen, chunks, kib, adds, lazy } of budgets) {
    const styles = files.filter((file) => file.endsWith('.css'))
    const wanted = chunks.length > 0 ? closure([...shared, ...chunks.flatMap(withName)]) : new Set(styles)
    const counted = adds ? new Set([...wanted].filter((file) => !alreadyThere.has(file))) : wanted
    const weight = [...counted].reduce((sum, file) => sum + weigh(file), 0)
    const missing = chunks.filter(
      (chunk) => withName(chunk).length === 0 && !['menu', 'confirm-dialog'].includes(chunk),
    )
    const isFirst = lazy && chunks.flatMap(withName).some((file) => alreadyThere.has(file))
    const verdict =
      missing.length > 0
        ? `has no chunk ${missing.join(', ')}`
        : isFirst
          ? 'is fetched at once'
          : weight > kib
            ? 'is too heavy'
            : 'fits'
    if (verdict !== 'fits') fits = false
    console.log(`${screen} ${verdict}: ${weight.toFixed(1)} of ${kib} KiB`)
  }
  const face = files.filter((file) => file.endsWith('.woff2'))
  const faceWeight = face.reduce((sum, file) => sum + weigh(file), 0)
  const faceFits = face.length > 0 && faceWeight <= faceKib
  console.log(
    `the face ${faceFits ? 'fits' : 'is missing or too heavy'}: ${faceWeight.toFixed(1)} of ${faceKib} KiB`,
  )
  return fits && faceFits
}

const verdicts = [fitsAll('portal', ofPortal), fitsAll('site', ofSite)]
process.exit(verdicts.every(Boolean) ? 0 : 1)
