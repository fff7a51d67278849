import { listAnimals } from '@byre/contract/herd/animals'
import type { AnimalCard } from '@byre/contract/herd/cards'
import { IconBarcode, IconFileImport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { changed } from '../../lib/in-address.ts'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useAppAsk } from '../asks.ts'
import { Loaded } from '../loaded.tsx'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { AnimalRows } from './animal-rows.tsx'
import './animals.css'
import { ChosenBar } from './chosen-bar.tsx'
import { Filters } from './filters.tsx'
import { KeysetPages } from './keyset-pages.tsx'
import { isNarrowed, narrowedBy, narrowingIn, pagesIn, withPages } from './narrowing.ts'

const longestTag = 40
/** A page on a phone is looked through, not scrolled through. */
const rowsOnPhone = 20
const rowsBeyond = 50
/** Of what is typed: whoever does not see their animal among these types on. */
const hitsAtMost = 20

/** Every animal: by a piece of any tag, or by where it is and whether it is held. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const { rights } = useMe()
  const q = (search.get('q') ?? '').slice(0, longestTag)
  const narrowing = narrowingIn(search)
  const before = pagesIn(search, 'after')
  const rows = useWidth(beyondPhone) ? rowsBeyond : rowsOnPhone
  const atMost = q ? hitsAtMost : rows
  const limit = String(atMost)
  const input = q
    ? { q, limit }
    : { ...narrowedBy(narrowing), limit, ...(before.length > 0 && { after: before.at(-1)! }) }
  const ask = useAppAsk(listAnimals, input, { keep: true })
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const openFound = useOpenFound(q, ask.isPlaceholderData ? undefined : ask.data?.animals)

  const look = (typed: string) =>
    setSearch((now) => changed(now, { q: typed.slice(0, longestTag), after: '' }), {
      replace: true,
      preventScrollReset: true,
    })
  const turn = (pages: readonly string[]) => setSearch((now) => withPages(now, 'after', pages))

  return (
    <Page title="Animals" actions={<Further mayImport={rights.includes('import')} />}>
      <div className="animal-tools">
        <SearchField label="Find by any part of a tag" q={q} onSettled={look} onEnter={openFound} />
        {q === '' && (
          <Filters
            narrowing={narrowing}
            onChange={(part) =>
              setSearch((now) => changed(now, { ...part, after: '' }), { preventScrollReset: true })
            }
          />
        )}
      </div>
      <Loaded ask={ask} skeleton={<Skeleton height="36rem" />} failed="The animals could not be loaded.">
        {({ animals, next }) => (
          <div className="animal-list">
            <p role="status" className="soft animal-count">
              {countOf(animals.length, { q, atMost, hasMore: next !== null || before.length > 0 })}
            </p>
            {animals.length === 0 ? (
              <Nothing q={q} isNarrowed={isNarrowed(narrowing)} />
            ) : (
              <AnimalRows
                animals={animals}
                {...(rights.includes('record') && { chosen, onChoose: setChosen })}
              />
            )}
            <KeysetPages
              of="animals"
              words={['Previous', 'Next']}
              before={before}
              next={next}
              onTurn={turn}
            />
          </div>
        )}
      </Loaded>
      {chosen.size > 0 && <ChosenBar chosen={chosen} onClear={() => setChosen(new Map())} />}
    </Page>
  )
}

/** How more of them come. */
const Further = ({ mayImport }: { mayImport: boolean }) => (
  <>
    <ButtonLink to={paths.scan()} icon={IconBarcode}>
      Scan
    </ButtonLink>
    {mayImport && (
      <ButtonLink to={paths.import()} icon={IconFileImport}>
        Bring in a file
      </ButtonLink>
    )}
  </>
)

/** Enter opens the one animal that bears what was typed, once it has been found. */
function useOpenFound(q: string, hits: readonly AnimalCard[] | undefined) {
  const navigate = useNavigate()
  const awaited = useRef<string | null>(null)
  const open = () => {
    if (awaited.current === null || awaited.current !== q || hits === undefined) return
    awaited.current = null
    const only = onlyHit(q, hits)
    if (only) void navigate(paths.animal(only.id))
  }
  useEffect(open)
  return (typed: string) => {
    awaited.current = typed === '' ? null : typed.slice(0, longestTag)
    open()
  }
}

/** The only animal found, or the only one with this very tag. */
function onlyHit(q: string, found: readonly AnimalCard[]): AnimalCard | undefined {
  if (found.length === 1) return found[0]
  const value = q.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  const same = found.filter(({ tags }) => tags.some((tag) => tag.value === value))
  return same.length === 1 ? same[0] : undefined
}

interface Counted {
  q: string
  atMost: number
  hasMore: boolean
}

function countOf(shown: number, { q, atMost, hasMore }: Counted): string {
  if (q && shown === atMost) return `The first ${atMost}. Type more of the tag to narrow them.`
  const many = shown === 1 ? '1 animal' : `${shown} animals`
  if (q) return `${many} found`
  return hasMore ? `${many} on this page` : many
}

function Nothing({ q, isNarrowed: isFiltered }: { q: string; isNarrowed: boolean }) {
  const [, setSearch] = useSearchParams()
  const showAll = <Button onClick={() => setSearch(new URLSearchParams())}>Show all animals</Button>
  if (q)
    return (
      <EmptyState title={`No tag has “${q}” in it`} action={showAll}>
        {q.length < 3
          ? 'Three characters are found anywhere in a tag; fewer, only at its start or end.'
          : 'Tags that were taken off were searched too.'}
      </EmptyState>
    )
  if (isFiltered)
    return (
      <EmptyState title="No animal matches" action={showAll}>
        Nothing matches everything chosen above.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No animals yet"
      drawing="chute"
      action={
        <ButtonLink to={paths.today()} kind="primary">
          See how to begin
        </ButtonLink>
      }
    >
      Your animals will be listed here, with their tags, pens and holds.
    </EmptyState>
  )
}
