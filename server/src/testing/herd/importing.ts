import { getAnimal, listAnimals } from '@byre/contract/herd/animals'
import {
  beginImport,
  checkRows,
  importRows,
  type ImportOptions,
  type JudgedRow,
} from '@byre/contract/herd/imports'
import assert from 'node:assert/strict'
import type { TestApp } from '../test-app.ts'
import type { Visitor } from '../visitor.ts'

/* A file of animals as a test writes it, and what comes of it. */

const cellKinds = {
  eid: 'eid',
  tag: 'visual',
  sex: 'sex',
  breed: 'breed',
  born: 'born',
  pen: 'pen',
  arrived: 'arrived_on',
  until: 'held_until',
  weight: 'weight',
  weighed: 'weighed_on',
  medicine: 'medicine',
  treated: 'treated_on',
  dose: 'dose',
  route: 'route',
  note: 'note',
} as const
export type FileRow = Partial<Record<CellName, string>>
export type CellName = keyof typeof cellKinds
export const cellNames = Object.keys(cellKinds) as CellName[]

export const importOptions = (more: Record<string, unknown> = {}): ImportOptions => ({
  columns: cellNames.map((name, at) => ({ at, header: name, holds: cellKinds[name] })),
  dates: 'ymd' as const,
  decimals: 'point' as const,
  unit: 'kg' as const,
  word: 'no' as const,
  medicines: [],
  ...more,
})
export const rowsOf = (rows: readonly FileRow[], first = 2) =>
  rows.map((row, at) => ({ line: first + at, cells: cellNames.map((name) => row[name] ?? '') }))

export async function checkFile(by: Visitor, rows: readonly FileRow[], more = {}) {
  const { status, text, reply } = await by.ask(checkRows, {
    body: { options: importOptions(more), rows: rowsOf(rows) },
  })
  assert.equal(status, 200, text)
  return reply
}

export async function bringFile(by: Visitor, rows: readonly FileRow[], more = {}): Promise<JudgedRow[]> {
  const begun = await by.ask(beginImport, {
    body: { file_name: 'herd.csv', rows: rows.length, options: importOptions(more) },
  })
  assert.equal(begun.status, 201, begun.text)
  return bringOn(by, begun.reply.id, rows)
}

export async function bringOn(by: Visitor, id: string, rows: readonly FileRow[]): Promise<JudgedRow[]> {
  const judged: JudgedRow[] = []
  for (let from = 0; from < rows.length; from += 100) {
    const page = rows.slice(from, from + 100)
    const { status, text, reply } = await by.ask(importRows, {
      params: { id },
      body: { rows: rowsOf(page, from + 2), done: from + page.length },
    })
    assert.equal(status, 200, text)
    judged.push(...reply.rows)
  }
  return judged
}

export const outcomesOf = (rows: readonly JudgedRow[]) => rows.map(({ outcome }) => outcome)

export async function ledgerOf(testApp: TestApp, id: string): Promise<number> {
  const { rows } = await testApp.database.pool.query<{ n: string }>(
    'select coalesce(max(n), 0) as n from herd.events where site_id = $1',
    [id],
  )
  return Number(rows[0]!.n)
}

export async function animalsWith(by: Visitor, tag: string) {
  const { reply } = await by.ask(listAnimals, { query: { q: tag } })
  return reply.animals
}

export const kindsOfEvents = async (by: Visitor, id: string) => {
  const { reply } = await by.ask(getAnimal, { params: { id } })
  return reply.events.filter(({ voided }) => voided === null).map(({ kind }) => kind)
}
