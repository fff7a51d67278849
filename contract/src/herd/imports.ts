import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { id, requiredText } from '../fields.ts'
import { recordId, wholeNumber, word, yes } from './fields.ts'

/*
 * A herd that is brought from a table. The browser reads the file; the server judges its rows page by page, and turns those
 * that are sound into events whose ids follow from what they say (decision 0104).
 */

export const importLimits = {
  fileBytes: 20 * 1024 * 1024,
  rows: 100_000,
  columns: 60,
  cellLength: 300,
  rowsACall: 100,
  /** Treatments, or weights, that one row may tell of. */
  timesARow: 5,
  medicines: 200,
} as const

/** What a column may hold. `medicine` to `reason` are of one treatment, `weight` and `weighed_on` of one weighing. */
const columnKinds = [
  'eid',
  'visual',
  'nues',
  'uk_tag',
  'eu_bovine',
  'nlis_visual',
  'nait_visual',
  'sex',
  'class',
  'breed',
  'born',
  'colour',
  'name',
  'pen',
  'lot',
  'arrived_on',
  'source',
  'held_until',
  'weight',
  'weighed_on',
  'medicine',
  'treated_on',
  'dose',
  'route',
  'batch',
  'reason',
  'note',
] as const
export type ColumnKind = (typeof columnKinds)[number]

/** Several columns may hold the same of these; the rest stand once, or once a treatment or weighing. */
export const tagColumns: ReadonlySet<ColumnKind> = new Set([
  'eid',
  'visual',
  'nues',
  'uk_tag',
  'eu_bovine',
  'nlis_visual',
  'nait_visual',
])
export const timedColumns: ReadonlySet<ColumnKind> = new Set([
  'weight',
  'weighed_on',
  'medicine',
  'treated_on',
  'dose',
  'route',
  'batch',
  'reason',
])

const cell = z
  .string('Must be text.')
  .check(z.maxLength(importLimits.cellLength, `A cell holds ${importLimits.cellLength} characters at most.`))

const Column = z.strictObject({
  /** Its place in a row, from 0. */
  at: wholeNumber(0, importLimits.columns - 1, 'A column'),
  /** As the file calls it. */
  header: cell,
  holds: z.enum(columnKinds, 'There is no such column.'),
  /** Which treatment or weighing of the row it is of. */
  time: z.optional(wholeNumber(1, importLimits.timesARow, 'A time')),
})

const keyOf = ({ at, holds, time = 1 }: z.infer<typeof Column>) =>
  tagColumns.has(holds) ? `${holds} ${at}` : `${holds} ${timedColumns.has(holds) ? time : 1}`

/** How a file is read: asked once a file, and never guessed by row. */
export const ImportOptions = z.strictObject({
  columns: z.array(Column).check(
    z.minLength(1, 'Please say what the columns hold.'),
    z.maxLength(importLimits.columns, `${importLimits.columns} columns at most.`),
    z.refine(
      (columns) => columns.some(({ holds }) => tagColumns.has(holds)),
      'A column with tags is missing.',
    ),
    z.refine(
      (columns) => new Set(columns.map(({ at }) => at)).size === columns.length,
      'A column is named twice.',
    ),
    z.refine(
      (columns) => new Set(columns.map(keyOf)).size === columns.length,
      'Two columns hold the same thing.',
    ),
  ),
  dates: z.enum(['ymd', 'mdy', 'dmy'], 'Please say how dates are written.'),
  decimals: z.enum(['point', 'comma'], 'Please say how numbers are written.'),
  unit: z.enum(['kg', 'lb'], 'Please say in what animals are weighed.'),
  /** What whoever brings the herd says of what was given before: nothing runs but what the file tells, or nobody knows. */
  word: z.enum(['no', 'unknown'], 'Please say whether a withdrawal may still run.'),
  /** Treatments without route or dose were given as the label says: their word for all of them. */
  as_label: z.optional(yes),
  /** What the file calls a medicine, and the product of the cabinet that it is. */
  medicines: z
    .array(z.strictObject({ name: word('A medicine'), product: recordId }))
    .check(z.maxLength(importLimits.medicines, `${importLimits.medicines} medicines at most.`)),
})
export type ImportOptions = z.infer<typeof ImportOptions>

const Rows = z
  .array(
    z.strictObject({
      /** Its line in the file as people count: the header is 1. */
      line: wholeNumber(1, importLimits.rows + 1, 'A line'),
      cells: z
        .array(cell)
        .check(z.maxLength(importLimits.columns, `${importLimits.columns} columns at most.`)),
    }),
  )
  .check(
    z.minLength(1, 'No row was sent.'),
    z.maxLength(importLimits.rowsACall, `${importLimits.rowsACall} rows at most.`),
  )

/** Why a row cannot be brought. Without a column it is of the whole row. */
const Fault = z.object({ column: z.nullable(z.number()), reason: z.string() })

const JudgedRow = z.object({
  line: z.number(),
  outcome: z.enum(['new', 'changed', 'same', 'refused']),
  /** The animal that it is, the same in each row that is of it. */
  animal: z.nullable(z.string()),
  faults: z.array(Fault),
  /** What is odd and stands in no way. */
  remarks: z.array(z.string()),
  /** Of its treatments, how many hold without an end because nothing is known of the medicine. */
  unknown: z.number(),
})
export type JudgedRow = z.infer<typeof JudgedRow>

const Run = z.object({
  id: z.string(),
  file_name: z.string(),
  rows: z.number(),
  /** Up to which row it came; fewer than `rows` where it was broken off. */
  done: z.number(),
  began_at: z.string(),
})

export const listImports = appCall({
  name: 'listImports',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/imports',
  summary: 'The latest files that were brought, and how the last of them was read',
  right: 'import',
  reply: z.object({ imports: z.array(Run), remembered: z.nullable(ImportOptions) }),
})

export const checkRows = appCall({
  name: 'checkRows',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/imports/check',
  summary:
    'Judge rows of a file: what each would do, and why those cannot be brought that cannot; nothing is changed',
  right: 'import',
  body: z.strictObject({ options: ImportOptions, rows: Rows }),
  reply: z.object({
    rows: z.array(JudgedRow),
    /** Medicines that are no product of the cabinet, as the file calls them. */
    medicines: z.array(z.string()),
  }),
})

export const beginImport = appCall({
  name: 'beginImport',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/imports',
  summary: 'Begin to bring a file; how it is read is remembered for the next',
  right: 'import',
  body: z.strictObject({
    file_name: requiredText(120, 'File name'),
    rows: wholeNumber(1, importLimits.rows, 'Rows'),
    options: ImportOptions,
  }),
  reply: z.object({ id: z.string() }),
  status: 201,
})

export const importRows = appCall({
  name: 'importRows',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/imports/:id/rows',
  summary: 'Bring rows of a file: the sound ones become events, each once however often it is sent',
  right: 'import',
  params: z.object({ id }),
  body: z.strictObject({
    rows: Rows,
    /** How many rows of the file are done with these. */
    done: wholeNumber(1, importLimits.rows, 'Done'),
  }),
  reply: z.object({ rows: z.array(JudgedRow) }),
  refusals: ['event.id_taken', 'event.not_voidable', 'list.full'],
})
