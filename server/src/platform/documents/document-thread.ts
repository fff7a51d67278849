import { Worker } from 'node:worker_threads'
import type { DocumentParts } from './document.ts'
import { refuse } from '../errors.ts'
import type { Branding } from '../branding.ts'

/*
 * Documents are drawn in a thread of their own: one takes longer than fifty answers, which would all wait for it.
 * The thread and what it has loaded, 40 MB, go again when nobody has wanted a document for a while.
 */

const idleMs = 60_000
/** Beyond, a caller had better come again. */
const waitingAtMost = 100

export interface Wanted {
  id: number
  head: Branding
  parts: DocumentParts | DocumentParts[]
}

export type Drawn = { id: number; bytes: Uint8Array } | { id: number; error: Error }

interface Waiting {
  resolve: (bytes: Buffer) => void
  reject: (error: Error) => void
}

let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined
let last = 0
const waiting = new Map<number, Waiting>()

/** The document as a PDF, or several as one; refuses where too many are wanted already. */
export async function drawApart(head: Branding, parts: Wanted['parts']): Promise<Buffer> {
  if (waiting.size >= waitingAtMost) refuse('server.busy')
  clearTimeout(idle)
  const its = (thread ??= begin())
  const wanted: Wanted = { id: (last += 1), head, parts }
  return new Promise((resolve, reject) => {
    waiting.set(wanted.id, { resolve, reject })
    its.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
    its.postMessage(wanted)
  })
}

function begin(): Worker {
  const begun = new Worker(new URL('./document-worker.ts', import.meta.url))
  begun.on('message', (drawn: Drawn) => {
    const one = waiting.get(drawn.id)
    waiting.delete(drawn.id)
    if (waiting.size === 0) rest(begun)
    if ('error' in drawn) one?.reject(drawn.error)
    else one?.resolve(Buffer.from(drawn.bytes.buffer, drawn.bytes.byteOffset, drawn.bytes.byteLength))
  })
  begun.on('error', (error: Error) => end(begun, error))
  begun.on('exit', () => end(begun, new Error('the thread that draws documents has ended')))
  return begun
}

/** It holds no process alive that has nothing else to do. */
function rest(begun: Worker): void {
  begun.unref()
  idle = setTimeout(() => {
    thread = null
    void begun.terminate()
  }, idleMs).unref()
}

/** Who still waits is told; the next document begins a new thread. */
function end(ended: Worker, error: Error): void {
  if (thread !== ended) return
  thread = null
  const left = [...waiting.values()]
  waiting.clear()
  for (const { reject } of left) reject(error)
}
