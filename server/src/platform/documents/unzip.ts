import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'

/*
 * Reads a ZIP by its directory, which stands at its end: what a stream of it would have to guess, where a file ends, is
 * told there. No more of a file is held than was asked for.
 */

/** What is wrong with an archive, in words for whoever gave it. */
export class BadArchive extends Error {}

export interface ArchivedFile {
  name: string
  /** Its bytes as they were; throws `BadArchive` at the end where they are not. */
  chunks(): AsyncIterable<Buffer>
}

const endLength = 22
/** A comment behind the end may be as long as this. */
const commentAtMost = 65_535
const signatures = { end: 0x06054b50, entry: 0x02014b50, file: 0x04034b50 }
const directoryAtMost = 1_000_000

/** The files of an archive by their names, for as long as `work` takes. */
export async function readArchive<T>(
  path: string,
  work: (files: ReadonlyMap<string, ArchivedFile>) => Promise<T>,
): Promise<T> {
  const handle = await open(path).catch((error: Error) => {
    throw new BadArchive(`The file cannot be read: ${error.message}.`)
  })
  try {
    return await work(await filesOf(handle))
  } finally {
    await handle.close()
  }
}

async function filesOf(handle: FileHandle): Promise<Map<string, ArchivedFile>> {
  const { size } = await handle.stat()
  const tail = await bytesAt(handle, Math.max(0, size - endLength - commentAtMost), size)
  const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + endLength > tail.length) throw new BadArchive('The file is no whole ZIP.')
  const [count, length, start] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ]
  if (length > directoryAtMost || start + length > size) throw new BadArchive('The file is no whole ZIP.')
  const directory = await bytesAt(handle, start, start + length)
  const files = new Map<string, ArchivedFile>()
  for (let at = 0, left = count; left > 0; left--) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== signatures.entry)
      throw new BadArchive('The directory of the ZIP is damaged.')
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset))
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength!)
    const entry = {
      name,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      start: directory.readUInt32LE(at + 42),
    }
    if (entry.method !== 8 && entry.method !== 0)
      throw new BadArchive(`${name} is packed in a way that is not read here.`)
    files.set(name, { name, chunks: () => chunksOf(handle, entry) })
    at += 46 + nameLength! + extra! + comment!
  }
  return files
}

interface Entry {
  name: string
  method: number
  crc: number
  packed: number
  size: number
  start: number
}

async function* chunksOf(handle: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
  const head = await bytesAt(handle, entry.start, entry.start + 30)
  if (head.length < 30 || head.readUInt32LE(0) !== signatures.file)
    throw new BadArchive(`${entry.name} is damaged.`)
  const start = entry.start + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  let [size, crc] = [0, 0]
  for await (const chunk of unpacked(handle, entry, start)) {
    size += chunk.length
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (size !== entry.size || crc !== entry.crc) throw new BadArchive(`${entry.name} is damaged.`)
}

async function* unpacked(handle: FileHandle, entry: Entry, start: number): AsyncGenerator<Buffer> {
  if (entry.packed === 0) return
  const packed = handle.createReadStream({ start, end: start + entry.packed - 1, autoClose: false })
  if (entry.method === 0) {
    yield* packed as AsyncIterable<Buffer>
    return
  }
  const inflating = createInflateRaw()
  pipeline(packed, inflating, () => undefined)
  try {
    yield* inflating as AsyncIterable<Buffer>
  } catch {
    throw new BadArchive(`${entry.name} is damaged.`)
  }
}

async function bytesAt(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, end - start))
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
  return bytes.subarray(0, bytesRead)
}

/** The lines of a file, each without its end; one that is longer than so many characters is refused. */
export async function* linesOf(file: ArchivedFile, longest: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let held = ''
  for await (const chunk of file.chunks()) {
    held += decoded(decoder, chunk, file)
    const lines = held.split('\n')
    held = lines.pop()!
    yield* lines
    if (held.length > longest) throw new BadArchive(`A line of ${file.name} is too long.`)
  }
  if (held !== '') yield held
}

function decoded(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer, { name }: ArchivedFile): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    throw new BadArchive(`${name} is no text.`)
  }
}
