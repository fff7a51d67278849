import type { AppReplyOf } from '@byre/contract/app-calls'
import type { listImports } from '@byre/contract/herd/imports'
import { useId, useState, type FormEvent } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { readTable, type Table } from './table.ts'
import { counted } from './words.ts'

interface ChooseProps {
  before: AppReplyOf<typeof listImports>['imports']
  onRead: (table: Table) => void
}

/** A file, or what was copied from a spreadsheet. */
export function ChooseFile({ before, onRead }: ChooseProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [pasted, setPasted] = useState('')
  const ids = { file: useId(), paste: useId(), problem: useId() }
  const [last] = before

  const read = async (file: Blob, name: string) => {
    setBusy(true)
    setProblem(null)
    try {
      const result = await readTable(file, name)
      if ('table' in result) onRead(result.table)
      else setProblem(result.refused)
    } catch {
      setProblem('This file could not be read. Is it open in another program?')
    } finally {
      setBusy(false)
    }
  }
  const paste = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (pasted.trim() === '') return setProblem('Please paste some rows first, with the column names on top.')
    void read(new Blob([pasted]), 'Pasted rows')
  }

  return (
    <>
      {last && last.done < last.rows && (
        <Banner is="warning">
          {`${last.file_name} stopped after ${counted(last.done, 'row')} of ${last.rows.toLocaleString('en')}. Choose it again to go on: what is already here is not added twice.`}
        </Banner>
      )}
      <p className="soft">
        A CSV file with one row per animal or per treatment: tags, sex, breed, pen, weights and treatments.
        Nothing changes until you have seen what would happen.
      </p>
      {problem && (
        <Banner is="danger" live>
          <span id={ids.problem}>{problem}</span>
        </Banner>
      )}
      <div className="form">
        <div className="field">
          <label className="label" htmlFor={ids.file}>
            File
          </label>
          <input
            id={ids.file}
            className="input"
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            disabled={busy}
            aria-describedby={problem ? ids.problem : undefined}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void read(file, file.name)
              target.value = ''
            }}
          />
          <p className="hint">CSV, at most 20 MB. In a spreadsheet, choose “Save as” and “CSV UTF-8”.</p>
        </div>
        <form className="form-section" onSubmit={paste}>
          <div className="field">
            <label className="label" htmlFor={ids.paste}>
              Or paste rows from a spreadsheet
            </label>
            <textarea
              id={ids.paste}
              className="input"
              rows={4}
              value={pasted}
              onChange={({ target }) => setPasted(target.value)}
            />
          </div>
          <div className="form-buttons">
            <Button type="submit" busy={busy} busyLabel="Reading..">
              Read the pasted rows
            </Button>
          </div>
        </form>
      </div>
    </>
  )
}
