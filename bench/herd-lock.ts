import { Agent } from 'node:http'
import pg from 'pg'
import { asOwner, treatable } from './herd-scenarios.ts'
import { herdId, isHeld } from './herd-seed.ts'
import { quantile, timed } from './latency.ts'
import { median, type Target } from './measure.ts'
import { statementsDuring } from './statements.ts'

/* The gate over one load: its check and its lock, each of a list drafted anew, beside the floor's select of the same animals. */

const headOfLoad = 300
const listsARepeat = 20

interface Loads {
  floor: Target
  product: Target
  connection: pg.PoolConfig
  /** Of the large site. */
  head: number
  repeats: number
}

type Step = 'check' | 'lock'
const steps: readonly Step[] = ['check', 'lock']

export async function measureLoads(of: Loads, line: (cells: readonly string[]) => void): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const client = new pg.Client(of.connection)
  await client.connect()
  const loads = loadsOf(of.head)
  const ask = async (target: Target, name: string, path: string, body: object = {}) => {
    const { ms, read } = await timed(agent, target, name, asOwner(target.url, 0).send(path, body))
    return { ms, reply: (JSON.parse(read()) as { data: Reply }).data }
  }
  const draft = async (step: Step): Promise<string> => {
    const animals = loads.next(step)
    const load_at = new Date(Date.now() + 86_400_000).toISOString()
    const plan = { destination: 'Prairie Packers', market: 'CA', load_at, what: { animals } }
    const { reply } = await ask(of.product, 'drafting a list', 'ship-lists', plan)
    if (reply.added !== headOfLoad) throw new Error(`of ${headOfLoad} animals ${reply.added} came on a list`)
    return reply.id
  }
  const judge = (target: Target, step: Step, list: string) =>
    ask(target, `${step} of ${headOfLoad}`, `ship-lists/${list}/${step}`)

  line(['p50 ms', 'floor', 'product', 'ratio', 'each', 'must', 'statements', 'must'])
  for (const step of steps) {
    const took: Record<'floor' | 'product', number[]> = { floor: [], product: [] }
    for (let repeat = -1; repeat < of.repeats; repeat++) {
      const now = { floor: [] as number[], product: [] as number[] }
      for (let nth = 0; nth < listsARepeat; nth++) {
        const list = await draft(step)
        // The floor changes nothing, so that either may come first.
        const sides = nth % 2 ? (['product', 'floor'] as const) : (['floor', 'product'] as const)
        const said = new Map<string, Reply>()
        for (const side of sides) {
          const { ms, reply } = await judge(of[side], step, list)
          now[side].push(ms)
          said.set(side, reply)
        }
        if (step === 'check' && said.get('floor')!.may_not !== said.get('product')!.may_not)
          throw new Error('the floor and the product do not hold the same animals')
      }
      if (repeat < 0) continue
      for (const side of ['floor', 'product'] as const) took[side].push(p50Of(now[side]))
    }
    const counts: number[] = []
    for (let turn = 0; turn < 7; turn++) {
      const list = await draft(step)
      counts.push(await statementsDuring(client, () => judge(of.product, step, list)))
    }
    const [floor, product] = [median(took.floor), median(took.product)]
    const each = took.product.map((ms, at) => ms / took.floor[at]!)
    line([
      `${step} of ${headOfLoad}`,
      floor.toFixed(2),
      product.toFixed(2),
      (product / floor).toFixed(2),
      `${Math.min(...each).toFixed(2)}-${Math.max(...each).toFixed(2)}`,
      '3.00',
      String(Math.min(...counts)),
      '6',
    ])
  }
  agent.destroy()
  await client.end()
}

interface Reply {
  id: string
  added: number
  may_not: number
}

const p50Of = (ms: readonly number[]) =>
  quantile(
    ms.toSorted((a, b) => a - b),
    0.5,
  )

/** Of each list other animals, until all were on one. What is checked has held ones as yards have; what is locked has none. */
function loadsOf(head: number) {
  const free = treatable(head)
  const all = Array.from({ length: head }, (_, n) => n)
  const held = all.filter(isHeld)
  const heldOfLoad = headOfLoad / 20
  let lists = 0
  const some = (from: readonly number[], count: number) =>
    Array.from({ length: count }, (_, at) => from[(lists * count + at) % from.length]!)
  return {
    next(step: Step): string[] {
      const numbers =
        step === 'lock'
          ? some(free, headOfLoad)
          : [...some(free, headOfLoad - heldOfLoad), ...some(held, heldOfLoad)]
      lists += 1
      return numbers.map((n) => herdId('animal', 0, n))
    },
  }
}
