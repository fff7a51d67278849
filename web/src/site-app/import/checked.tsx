import type { ImportOptions, JudgedRow } from '@byre/contract/herd/imports'
import { useState } from 'react'
import { sentenceOf } from '../../lib/refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { forgetAnswers } from '../asks.ts'
import { checkTable, countOf, goOn, newRun, type Judgement, type Run } from './bringing.ts'
import { Brought } from './brought.tsx'
import { Medicines } from './medicines.tsx'
import { Progressing } from './progressing.tsx'
import { isRefused, Refused } from './refused.tsx'
import type { Table } from './table.ts'
import { counted } from './words.ts'

interface CheckedProps {
  table: Table
  options: ImportOptions
  judgement: Judgement
  onOther: () => void
  onBack: () => void
}

/** What would happen; then, once somebody says so, that it happens. */
export function Checked({ table, options: first, judgement: judged, onOther, onBack }: CheckedProps) {
  const [options, setOptions] = useState(first)
  const [judgement, setJudgement] = useState(judged)
  const [run, setRun] = useState<Run | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const counts = countOf(judgement.rows)
  const good = judgement.rows.length - counts.refused

  const bring = async () => {
    const going = run ?? newRun(table, judgement)
    setRun(going)
    setProblem(null)
    setDone(going.done)
    try {
      await goOn(going, table, options, setDone)
      await forgetAnswers()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setDone(null)
    }
  }
  const choose = async (medicines: ImportOptions['medicines']) => {
    const next = { ...options, medicines }
    const again = await checkTable(table, next, () => undefined, new AbortController().signal)
    setOptions(next)
    setJudgement(again)
  }

  if (run && done === null && run.done === run.rows.length)
    return (
      <Brought table={table} rows={[...run.judged, ...judgement.rows.filter(isRefused)]} onOther={onOther} />
    )
  const isBusy = done !== null
  return (
    <div className="import-steps">
      <h2>What would happen</h2>
      <Facts>
        <Fact name="New animals">{counts.added.toLocaleString('en')}</Fact>
        <Fact name="Animals updated">{counts.changed.toLocaleString('en')}</Fact>
        <Fact name="Rows with nothing new">{counts.same.toLocaleString('en')}</Fact>
        <Fact name="Rows refused">{counts.refused.toLocaleString('en')}</Fact>
      </Facts>
      <Medicines
        judgement={judgement}
        unknown={counts.unknown}
        chosen={options.medicines}
        disabled={isBusy || run !== null}
        onChoose={choose}
      />
      {counts.refused > 0 && (
        <>
          <Banner is="warning">
            {`${counted(counts.refused, 'row')} cannot be brought in. Bring in the rest now, or fix the file first and choose it again.`}
          </Banner>
          <Refused table={table} rows={judgement.rows} />
        </>
      )}
      <Remarks rows={judgement.rows} />
      {problem && (
        <Banner is="danger" live>
          {problem} {run && 'What has come in stays. Continue when you are ready.'}
        </Banner>
      )}
      {isBusy && run && <Progressing label="Bringing in" done={done} of={run.rows.length} />}
      <div className="form-buttons">
        {good > 0 && (
          <Button kind="primary" busy={isBusy} busyLabel="Bringing in.." onClick={() => void bring()}>
            {run ? 'Continue' : `Bring in ${counted(good, counts.refused > 0 ? 'good row' : 'row')}`}
          </Button>
        )}
        {!run && <Button onClick={onBack}>Change the columns</Button>}
        {!run && <Button onClick={onOther}>Choose another file</Button>}
      </div>
    </div>
  )
}

/** What is odd and stands in no way, each sentence once. */
function Remarks({ rows }: { rows: readonly JudgedRow[] }) {
  const remarks = [
    ...new Set(rows.flatMap((row) => row.remarks.map((remark) => `Row ${row.line}: ${remark}`))),
  ]
  if (remarks.length === 0) return null
  return (
    <details className="import-remarks">
      <summary>{counted(remarks.length, 'thing')} worth a look</summary>
      <ul>
        {remarks.slice(0, 100).map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
      {remarks.length > 100 && (
        <p className="soft">{`And ${(remarks.length - 100).toLocaleString('en')} more.`}</p>
      )}
    </details>
  )
}
