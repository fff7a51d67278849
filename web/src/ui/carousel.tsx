/*
 * Carousel  label ('Plans') · count · start? (the one to begin at) · groups? [{ label, at }] (a button each, which turns it to where they begin)
 *           · children (index) => the one slide
 *
 * Three at a time from 768 px, else one; wraps; never moves by itself. The arrows stand above the
 * track and are there only when not everything is in view; what is out of view is inert.
 */
import { t } from '@byre/contract/words'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { useWidth } from '../lib/width.ts'
import './carousel.css'

interface CarouselProps {
  label: string
  count: number
  start?: number
  groups?: readonly { label: string; at: number }[]
  children: (index: number) => ReactNode
}

const none: NonNullable<CarouselProps['groups']> = []
const manyAtOnce = 3
const wide = '(width >= 48rem)'

export function Carousel({ label, count, start = 0, groups = none, children }: CarouselProps) {
  const isWide = useWidth(wide)
  const atOnce = Math.min(count, isWide ? manyAtOnce : 1)
  const moves = count > atOnce
  const [track, embla] = useEmblaCarousel({
    loop: true,
    align: 'start',
    active: moves,
    startIndex: start,
    duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 20,
  })
  const [first, setFirst] = useState(start)

  useEffect(() => {
    if (!embla) return
    const follow = () => setFirst(embla.selectedScrollSnap())
    follow()
    embla.on('select', follow).on('reInit', follow)
    return () => void embla.off('select', follow).off('reInit', follow)
  }, [embla])

  const leading = moves ? first : 0
  const inView = (index: number) => (index - leading + count) % count < atOnce
  return (
    <section className="carousel" aria-label={label} data-moves={moves} data-at-once={atOnce}>
      {moves && (
        <div className="carousel-turns">
          {groups.map((group) => (
            <Button
              key={group.label}
              aria-pressed={groupAt(groups, leading) === group}
              onClick={() => embla?.scrollTo(group.at)}
            >
              {group.label}
            </Button>
          ))}
          <IconButton
            label={t`Previous ${label.toLowerCase()}`}
            icon={IconChevronLeft}
            kind="plain"
            onClick={() => embla?.scrollPrev()}
          />
          <IconButton
            label={t`Next ${label.toLowerCase()}`}
            icon={IconChevronRight}
            kind="plain"
            onClick={() => embla?.scrollNext()}
          />
        </div>
      )}
      <div className="carousel-view" ref={track}>
        <div className="carousel-track">
          {Array.from({ length: count }, (_, index) => (
            <div key={index} className="carousel-slide" inert={!inView(index)}>
              {children(index)}
            </div>
          ))}
        </div>
      </div>
      <p className="carousel-where" role="status">
        {inWords(label, leading, atOnce, count)}
      </p>
    </section>
  )
}

/** The one that the first in view belongs to. */
const groupAt = <G extends { at: number }>(groups: readonly G[], leading: number) =>
  groups.findLast(({ at }) => at <= leading)

/** 'Plans 2 to 4 of 6', 'Plans 5 to 1 of 6' around the end, 'Plans 2 of 6' one at a time. */
function inWords(label: string, leading: number, atOnce: number, count: number): string {
  const last = ((leading + atOnce - 1) % count) + 1
  return atOnce === 1
    ? t`${label} ${leading + 1} of ${count}`
    : t`${label} ${leading + 1} to ${last} of ${count}`
}
