import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArchive } from '../../platform/documents/unzip.ts'
import type { TestApp } from '../test-app.ts'
import type { Visitor } from '../visitor.ts'

/* An export as a browser takes it, kept as a file. */

export interface ExportFile {
  path: string
  /** The text of a part. */
  text(name: string): Promise<string>
  names(): Promise<string[]>
  remove(): Promise<void>
}

export async function fileOf(bytes: Uint8Array): Promise<ExportFile> {
  const folder = await mkdtemp(join(tmpdir(), 'byre-export-'))
  const path = join(folder, 'export.zip')
  await writeFile(path, bytes)
  return {
    path,
    names: () => readArchive(path, async (files) => [...files.keys()]),
    text: (name) =>
      readArchive(path, async (files) => {
        const chunks: Buffer[] = []
        const file = files.get(name)
        assert.ok(file, name)
        for await (const chunk of file.chunks()) chunks.push(chunk)
        return Buffer.concat(chunks).toString()
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export async function exportOf(testApp: TestApp, by: Visitor): Promise<ExportFile> {
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await testApp.app.fastify.inject({
    method: 'GET',
    url: '/app/v1/export',
    headers: { host: by.host, cookie, 'sec-fetch-site': 'same-origin' },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['content-type'], 'application/zip')
  return fileOf(answer.rawPayload)
}
