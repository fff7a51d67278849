import { listAnimals } from '@byre/contract/herd/animals'
import type { AnimalCard } from '@byre/contract/herd/cards'
import { isSameRead } from '@byre/rules/readers'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { callApp } from '../../lib/app-call.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { readScan, type ScannedTag } from './reading.ts'
import './scan.css'
import { Scanned } from './scanned.tsx'

interface Read {
  tag: ScannedTag
  /** Those that bear it now. */
  animals: readonly AnimalCard[]
}

interface Problem {
  words: string
  /** That could not be looked up; without it nothing could be read. */
  tag: ScannedTag | null
}

/** Scan as you go: tag after tag, each known animal with its hold, each unknown tag an animal with one press. */
export function Component() {
  const { rights } = useMe()
  const [text, setText] = useState('')
  const [read, setRead] = useState<Read | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  /** The one that is being looked for. */
  const [sought, setSought] = useState<ScannedTag | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const last = useRef({ value: '', at: 0 })
  const latest = useRef(0)
  useEffect(() => field.current?.focus(), [])

  const find = async (tag: ScannedTag) => {
    const mine = (latest.current += 1)
    setSought(tag)
    setProblem(null)
    // Nobody takes the animal before for this one, however long the answer takes.
    setRead((shown) => (shown?.tag.value === tag.value ? shown : null))
    try {
      const { animals } = await callApp(listAnimals, { q: tag.value, limit: '50' })
      const bears = ({ tags }: AnimalCard) =>
        tags.some(({ kind, value }) => kind === tag.kind && value === tag.value)
      if (mine === latest.current) setRead({ tag, animals: animals.filter(bears) })
    } catch (error) {
      if (mine !== latest.current) return
      setRead(null)
      setProblem({ words: sentenceOf(error), tag })
    } finally {
      if (mine === latest.current) setSought(null)
    }
  }
  const scan = (event: FormEvent) => {
    event.preventDefault()
    const result = readScan(text)
    setText('')
    field.current?.focus()
    if ('refused' in result) {
      setRead(null)
      return setProblem({ words: result.refused, tag: null })
    }
    const now = { value: result.tag.value, at: Date.now() }
    const isAgain = isSameRead(last.current, now)
    last.current = now
    if (!isAgain || problem !== null) void find(result.tag)
  }

  return (
    <Page title="Scan as you go" crumbs={[{ label: 'Today', to: paths.today() }]} narrow>
      <form className="scan-form" onSubmit={scan}>
        <label className="label" htmlFor="scan-tag">
          Tag
        </label>
        <div className="scan-line">
          <input
            id="scan-tag"
            ref={field}
            className="input"
            value={text}
            maxLength={80}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            aria-describedby="scan-hint"
            onChange={({ target }) => setText(target.value)}
          />
          {/* Never busy: a reader sends the next tag whether the one before was found or not. */}
          <Button type="submit" kind="primary">
            Look up
          </Button>
        </div>
        <p id="scan-hint" className="hint">
          Scan it with a reader, or type it and press Enter.
        </p>
      </form>
      {problem && (
        <Banner
          is="danger"
          live
          {...(problem.tag && {
            action: <Button onClick={() => void find(problem.tag!)}>Try again</Button>,
          })}
        >
          {problem.tag && <strong>{problem.tag.typed}: </strong>}
          {problem.words}
        </Banner>
      )}
      <div aria-live="polite">
        {sought && !read && <p className="soft">Looking for {sought.typed}…</p>}
        {read && (
          <Scanned
            key={`${read.tag.kind} ${read.tag.value}`}
            {...read}
            mayRecord={rights.includes('record')}
            onAdded={async () => {
              field.current?.focus()
              await find(read.tag)
            }}
          />
        )}
      </div>
    </Page>
  )
}
