import type { AppCall, AppReplyOf } from '@byre/contract/app-calls'
import {
  keepPreviousData,
  onlineManager,
  QueryClient,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useState } from 'react'
import { whenReleased } from '../lib/after-release.ts'
import { callApp, type AppBody, type AppInput } from '../lib/app-call.ts'
import { isOnline, subscribe } from '../lib/online.ts'
import { Refusal, Unreachable } from '../lib/refusal.ts'

/** What the server said, kept while it is of use. */
const kept = new QueryClient({
  // `callApp` does the retrying. 'always': the browser's idea of being offline is not believed unasked.
  defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 10_000 } },
})
onlineManager.setEventListener((setOnline) => subscribe(() => setOnline(isOnline())))

const unansweredMs = 5000
const faultyMs = 30_000

/** What failed by no fault of whoever asks is asked again by itself, so long after the last try; `Loaded` says so. */
function againIn({ data, error }: { data: unknown; error: unknown }): number | false {
  if (data === undefined && error instanceof Unreachable) return unansweredMs
  return error instanceof Refusal && error.status >= 500 && faultyMs
}

/** What only the server's own page can say: who is signed in no more, no member, stopped, or moved to another name. */
const forThePage = new Set(['session.required', 'place.stopped', 'request.misdirected'])

/** Loads this address anew where the app has no more to say here: it leads on to the sign-in, or says what is so. */
function leaveToServer(error: unknown): void {
  if (error instanceof Refusal && forThePage.has(error.code)) location.reload()
}

interface AskOptions {
  /** What came for another input stays until this one has come. */
  keep?: boolean
  /** Nothing is asked any more: what came stays as it is. */
  isOver?: boolean
}

/** Asks a GET call and keeps the answer fresh; hand the result to `<Loaded ask={…}>`. */
export function useAppAsk<C extends AppCall & { method: 'GET' }>(
  call: C,
  input: AppInput<C>,
  { keep = false, isOver = false }: AskOptions = {},
): UseQueryResult<AppReplyOf<C>> {
  return useQuery<unknown>(
    {
      queryKey: [call.name, input],
      queryFn: async ({ signal }) => {
        try {
          return await whenReleased(callApp(call, input, { signal }))
        } catch (error) {
          leaveToServer(error)
          throw error
        }
      },
      ...(keep && { placeholderData: keepPreviousData }),
      enabled: !isOver,
      refetchInterval: ({ state }) => againIn(state),
    },
    kept,
  ) as UseQueryResult<AppReplyOf<C>>
}

/** What is on screen is asked for again: something was done that no command here tells of. */
export const forgetAnswers = (): Promise<void> => kept.invalidateQueries()

/** The same for some of what is on screen, by the names of its calls. */
export const askAgainWhere = (concerns: (call: string) => boolean) =>
  void kept.invalidateQueries({ predicate: ({ queryKey: [name] }) => concerns(String(name)) })

/** Whatever is shown next is asked for again; what is on screen is not, for it is there no more. */
export const distrustAnswers = (): Promise<void> => kept.invalidateQueries({ refetchType: 'none' })

/** A command; what is on screen is asked for again once it is done. */
export function useAppCommand<C extends AppCall & { method: 'POST' }>(call: C, input: AppInput<C>) {
  const [busy, setBusy] = useState(false)
  const send = async (body: AppBody<C>): Promise<AppReplyOf<C>> => {
    setBusy(true)
    try {
      const reply = await callApp(call, input, { body })
      await kept.invalidateQueries()
      return reply
    } catch (error) {
      leaveToServer(error)
      throw error
    } finally {
      setBusy(false)
    }
  }
  return { send, busy }
}
