/** One way of loading a server: what each connection asks, again and again. */
export interface Scenario {
  name: string
  connections: number
  /** Gives each connection the body it begins with, where a call depends on the one before. */
  prepare?(url: string): Promise<string[]>
  /** Gives the next request of a connection; `last` is the body of its previous answer. */
  next(connection: number, round: number, last: string): Request
  /** Sent once and never again, as what creates or changes something: more than are answered in a second here. */
  freshPerSecond?: number
  /** How long a connection rests before each call, on average: any time up to twice of it. */
  restsMs?: number
}

export interface Request {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

interface Loaded {
  answers: number
  tookSeconds: number
  /** What was refused or broke, in words; null: nothing. */
  failed: string | null
  p50: number
  p99: number
}

/** Loads the server at `url` for some seconds. */
export type Load = (url: string, scenario: Scenario, seconds: number) => Promise<Loaded>
