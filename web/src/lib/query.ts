import type { Endpoint, ReplyOf } from '@byre/contract/endpoint'
import {
  keepPreviousData,
  onlineManager,
  QueryClient,
  replaceEqualDeep,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { whenReleased } from './after-release.ts'
import { call, onCommand } from './api.ts'
import { currentVisit } from './navigation.ts'
import { isOnline, subscribe } from './online.ts'
import { Unreachable } from './refusal.ts'
import { currentSession, onSession } from './session.ts'
import { keepVersion, versionOf, type InputOf } from './wire.ts'

/** What the server said, kept while it is of use. Forgotten when somebody else signs in. */
const kept = new QueryClient({
  defaultOptions: {
    // `call` does the retrying. 'always': the browser's idea of being offline is not believed unasked.
    queries: { retry: false, networkMode: 'always', staleTime: 10_000, structuralSharing: shareAlike },
  },
})

/** Parts that are as before stay the same objects, and the whole keeps the version it came with. */
function shareAlike(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after)
  if (typeof after === 'object' && after !== null) keepVersion(shared, versionOf(after))
  return shared
}

onlineManager.setEventListener((setOnline) => subscribe(() => setOnline(isOnline())))

/** Asks again for what is on screen; after a command that is not seen to be one, since its answer is secret. */
export const askAgain = () => askAgainWhere(() => true)

/** The same for some of what is on screen, named by the questions' keys. */
export function askAgainWhere(concerns: (queryKey: readonly unknown[]) => boolean) {
  if (isLeaving) return
  void kept.invalidateQueries({ predicate: ({ queryKey }) => !isGone(queryKey) && concerns(queryKey) })
}

/** The same for all that failed: whoever presses 'Try again' means the page, not one of its parts. */
export function askFailedAgain() {
  void kept.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

onCommand(askAgain)

let isLeaving = false
let person = currentSession()?.uuid
onSession(() => {
  const now = currentSession()?.uuid
  if (now !== person) {
    kept.clear()
    isLeaving = false
  }
  person = now
})

export type Ask<E extends Endpoint> = UseQueryResult<ReplyOf<E>>

interface AskOptions<Reply> {
  keep?: boolean
  every?: (reply: Reply | undefined) => number | null | undefined
}

/**
 * Asks a GET endpoint and keeps the answer fresh; `null` instead of the input waits until it is known.
 * With `keep` the last answer stays while the next is on its way: another page of the same list. With
 * `every` it is asked again by itself, so many milliseconds after an answer.
 * Hand the result to `<Loaded ask={…}>`, which shows waiting, failure and what came.
 */
export function useAsk<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  input: InputOf<E> | null,
  { keep = false, every }: AskOptions<ReplyOf<E>> = {},
): Ask<E> {
  return useQuery<unknown>(
    {
      queryKey: [endpoint.name, input],
      queryFn: async ({ queryKey, signal }) => {
        await untilNotGone(queryKey, signal)
        return whenReleased(call(endpoint, input as InputOf<E>, { signal }))
      },
      enabled: input !== null,
      placeholderData: keep ? keepPreviousData : undefined,
      refetchInterval: ({ state }) => nextIn(state as State<ReplyOf<E>>, every),
    },
    kept,
  ) as Ask<E>
}

/** What is put together from calls, kept under a name of its own; a null name asks nothing. */
export function useAnswer<T>(
  name: readonly unknown[] | null,
  ask: (signal: AbortSignal) => Promise<T>,
  { keep = false, every }: AskOptions<T> = {},
) {
  return useQuery<unknown>(
    {
      queryKey: name ?? ['nothing'],
      queryFn: async ({ queryKey, signal }) => {
        await untilNotGone(queryKey, signal)
        return whenReleased(ask(signal))
      },
      enabled: name !== null,
      placeholderData: keep ? keepPreviousData : undefined,
      refetchInterval: ({ state }) => nextIn(state as State<T>, every),
    },
    kept,
  ) as UseQueryResult<T>
}

/** What nobody answered is asked again so long after the last try: `Loaded` says so. */
const unansweredMs = 5000

type State<T> = { data: T | undefined; error: unknown }

const nextIn = <T>({ data, error }: State<T>, every: AskOptions<T>['every']) =>
  data === undefined && error instanceof Unreachable ? unansweredMs : every?.(data) || false

/** What is going or has gone: from which visit to which page, and what those wait for who ask about it there. */
interface Gone {
  visit: string | undefined
  back: Promise<void>
  comeBack: () => void
}

const gone = new Map<string, Gone>()
const isAbout = (queryKey: readonly unknown[], id: string) => JSON.stringify(queryKey).includes(id)
const isGone = (queryKey: readonly unknown[]) => [...gone.keys()].some((id) => isAbout(queryKey, id))

/**
 * Does what makes something go for the reader. From its start on nothing is asked about that, whose answer could
 * only be that it is gone: the news of it may come before the command's own answer, and parts of the page that are
 * still being fetched ask when they come. It lasts until somebody goes to where it is shown, or the command fails.
 */
export async function lettingGo<T>(id: string, command: () => Promise<T>): Promise<T> {
  let comeBack = () => {}
  const back = new Promise<void>((resolve) => (comeBack = resolve))
  gone.set(id, { visit: currentVisit(), back, comeBack })
  void kept.cancelQueries({ predicate: ({ queryKey }) => isAbout(queryKey, id) })
  try {
    return await command()
  } catch (error) {
    askOn(id)
    throw error
  }
}

/** A later visit asks: what is not there any more is to be said there. */
async function untilNotGone(queryKey: readonly unknown[], signal: AbortSignal) {
  if (!isGone(queryKey)) return
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
  for (const [id, { visit, back }] of gone) {
    if (!isAbout(queryKey, id)) continue
    if (visit === currentVisit()) await Promise.race([back, aborted])
    else gone.delete(id)
  }
}

/**
 * Does what ends the account. From its start on nothing that is shown is asked for again, though news of it come:
 * whoever has gone has no session to ask with.
 */
export async function leavingForGood<T>(command: () => Promise<T>): Promise<T> {
  isLeaving = true
  void kept.cancelQueries()
  try {
    return await command()
  } catch (error) {
    isLeaving = false
    askAgain()
    throw error
  }
}

/** Asks again about what turned out to be still there, or gone by another hand. */
export function askOn(id: string) {
  gone.get(id)?.comeBack()
  gone.delete(id)
  void kept.invalidateQueries({ predicate: ({ queryKey }) => isAbout(queryKey, id) })
}

/** Puts a reply one already has where `useAsk` will find it, so that the next screen shows at once. */
export function remember<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  input: InputOf<E>,
  reply: ReplyOf<E>,
) {
  kept.setQueryData<unknown>([endpoint.name, input], reply)
}

/** Asks ahead, for a screen that is likely to come next; done when it is answered, well or not. */
export function askAhead<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  input: InputOf<E>,
): Promise<void> {
  return kept.prefetchQuery({
    queryKey: [endpoint.name, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}
