import { parentPort } from 'node:worker_threads'
import type { Drawn, Wanted } from './document-thread.ts'
import { drawDocument } from './document.ts'

/* The thread of document-thread.ts: draws what it is told, one document after another. */

const port = parentPort!

port.on('message', ({ id, head, parts }: Wanted) => {
  drawDocument(head, parts).then(
    (bytes) => port.postMessage({ id, bytes } satisfies Drawn),
    (error: Error) => port.postMessage({ id, error } satisfies Drawn),
  )
})
