import type { AppCall } from '@byre/contract/app-calls'
import { sawAnswer, sawSilence } from './online.ts'
import { readRefusal, Unreachable } from './refusal.ts'

/** A file as it came. */
export interface Downloaded {
  name: string
  content: Blob
}

/** Fetches the file that an app's call makes; `tell` hears how many bytes have come, for it may take a while. */
export async function downloadFile(
  { path, produces }: AppCall,
  tell: (bytes: number) => void,
): Promise<Downloaded> {
  try {
    const response = await fetch(path, { credentials: 'same-origin', cache: 'no-store' })
    sawAnswer()
    if (!response.ok || !response.body)
      throw readRefusal(response, await response.json().catch(() => undefined))
    const chunks: BlobPart[] = []
    let bytes = 0
    const reader = response.body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value)
      tell((bytes += read.value.length))
    }
    const [, name = 'byre.zip'] =
      /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { name, content: new Blob(chunks, { type: produces }) }
  } catch (error) {
    // What the browser throws where nobody answers, or a line breaks in the middle.
    if (!(error instanceof TypeError)) throw error
    sawSilence()
    throw new Unreachable(error)
  }
}
