import type { ImportOptions, JudgedRow } from '@byre/contract/herd/imports'
import { importLimits } from '@byre/contract/herd/imports'
import { Agent } from 'node:http'
import { asOwner, herdCalls } from './herd-scenarios.ts'
import { productName, type HerdSize } from './herd-seed.ts'
import { quantile, sortedMs, timed, timedFor, timedUntil, type Timed } from './latency.ts'
import { median, type Target } from './measure.ts'

/* A herd brought from a file, as the screen does it, beside three people who work at the same site. */

const people = 3
const rounds = 3

const options: ImportOptions = {
  columns: [
    { at: 0, header: 'EID', holds: 'eid' },
    { at: 1, header: 'Tag', holds: 'visual' },
    { at: 2, header: 'Sex', holds: 'sex' },
    { at: 3, header: 'Pen', holds: 'pen' },
    { at: 4, header: 'Weight', holds: 'weight' },
    { at: 5, header: 'Weighed', holds: 'weighed_on' },
    { at: 6, header: 'Medicine', holds: 'medicine', time: 1 },
    { at: 7, header: 'Given', holds: 'treated_on', time: 1 },
    { at: 8, header: 'Medicine 2', holds: 'medicine', time: 2 },
    { at: 9, header: 'Given 2', holds: 'treated_on', time: 2 },
  ],
  dates: 'ymd',
  decimals: 'point',
  unit: 'kg',
  word: 'no',
  as_label: 'yes',
  medicines: [],
}

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

interface Row {
  line: number
  cells: string[]
}

/** Animals that no file before has brought, each weighed once and treated twice, one in twenty of them lately. */
function fileOf(count: number, file: number): Row[] {
  return Array.from({ length: count }, (_, at) => {
    const n = file * importLimits.rows + at
    const lately = at % 20 === 7 ? 1 + (at % 17) : 100 + (at % 50)
    const weight = String(250 + (at % 200))
    return {
      line: at + 2,
      cells: [
        `982${String(n).padStart(12, '0')}`,
        `F${String(n).padStart(7, '0')}`,
        at % 2 ? 'steer' : 'heifer',
        `Pen ${at % 4}`,
        weight,
        daysAgo(90),
        productName,
        daysAgo(200),
        productName,
        daysAgo(lately),
      ],
    }
  })
}

/** Judges or brings a file page by page; answers how long that took. Throws where a row is no new animal. */
async function pageByPage(
  rows: readonly Row[],
  send: (page: Row[]) => Promise<JudgedRow[]>,
): Promise<number> {
  const startedAt = performance.now()
  for (let from = 0; from < rows.length; from += importLimits.rowsACall) {
    const judged = await send(rows.slice(from, from + importLimits.rowsACall))
    const odd = judged.find(({ outcome }) => outcome !== 'new')
    if (odd)
      throw new Error(
        `line ${odd.line} of the file was ${odd.outcome}: ${odd.faults[0]?.reason ?? 'it was there'}`,
      )
  }
  return performance.now() - startedAt
}

interface Importing {
  product: Target
  size: HerdSize
  /** Of one file. */
  rows: number
  /** How long people work alone before each part of an import. */
  seconds: number
}

const parts = ['checked', 'brought'] as const
type Part = (typeof parts)[number]
interface Worked {
  alone: Timed[]
  beside: Timed[]
}

export async function measureImport(
  { product, size, rows, seconds }: Importing,
  line: (cells: readonly string[]) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const { send } = asOwner(product.url, 0)
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const { read } = await timed(agent, product, 'bringing a file', send(path, body))
    return (JSON.parse(read()) as { data: T }).data
  }
  const work = herdCalls(product.url, size).people
  const alone = () => timedFor(product, work, { connections: people, seconds })
  const worked: Record<Part, Worked[]> = { checked: [], brought: [] }
  const took: Record<Part, number[]> = { checked: [], brought: [] }

  /** Has people work alone, then for as long as the part takes. */
  const measured = async (part: Part, doing: () => Promise<number>) => {
    const before = await alone()
    let isOver = false
    const [beside, ms] = await Promise.all([
      timedUntil(product, work, { connections: people, isOver: () => isOver }),
      doing().finally(() => (isOver = true)),
    ])
    await product.settle()
    worked[part].push({ alone: before, beside })
    took[part].push(ms)
  }

  await alone()
  for (let round = 0; round < rounds; round++) {
    const file = fileOf(rows, round)
    await measured('checked', () =>
      pageByPage(file, async (page) => {
        const { rows } = await ask<{ rows: JudgedRow[] }>('imports/check', { options, rows: page })
        return rows
      }),
    )
    const { id } = await ask<{ id: string }>('imports', { file_name: 'herd.csv', rows, options })
    await measured('brought', () =>
      pageByPage(file, async (page) => {
        const done = page.at(-1)!.line - 1
        const { rows } = await ask<{ rows: JudgedRow[] }>(`imports/${id}/rows`, { rows: page, done })
        return rows
      }),
    )
  }
  agent.destroy()

  line(['beside an import', 'calls', 'p50 alone', 'p50', 'p99 alone', 'p99', 'p99 ratio', 'each', 'must'])
  const print = (name: string, part: Part, is: (call: Timed) => boolean, must: string) => {
    const of = (when: keyof Worked, q: number) =>
      worked[part].map((one) => quantile(sortedMs(one[when].filter(is)), q))
    const each = of('beside', 0.99).map((ms, at) => ms / of('alone', 0.99)[at]!)
    line([
      name,
      String(median(worked[part].map(({ beside }) => beside.filter(is).length))),
      median(of('alone', 0.5)).toFixed(1),
      median(of('beside', 0.5)).toFixed(1),
      median(of('alone', 0.99)).toFixed(1),
      median(of('beside', 0.99)).toFixed(1),
      median(each).toFixed(2),
      `${Math.min(...each).toFixed(2)}-${Math.max(...each).toFixed(2)}`,
      must,
    ])
  }
  for (const part of parts) print(`while ${part}`, part, () => true, '2.00')
  print('  reads', 'brought', ({ method }) => method === 'GET', '')
  print('  one event', 'brought', ({ method }) => method !== 'GET', '')
  const [checked, brought] = parts.map((part) => median(took[part]) / 1000) as [number, number]
  const ofThousand = ((checked + brought) * 1000) / rows
  console.log(
    `${rows.toLocaleString('en')} rows: checked in ${checked.toFixed(1)} s, brought in ${brought.toFixed(1)} s, ` +
      `both ${ofThousand.toFixed(1)} s for 1,000 (must 60)`,
  )
}
