import { useLayoutEffect } from 'react'
import './skeletons.css'
import { Skeleton } from './skeleton.tsx'

/** Where a form will be: so many labels, each with its field. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="form">
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} className="field-skeleton">
          <Skeleton height="1rem" />
          <Skeleton height="2.75rem" />
        </div>
      ))}
    </div>
  )
}

/** Where a thing will be shown: what can be done with it, two cards, and what belongs to it. */
export function DetailSkeleton() {
  return (
    <div className="detail-skeleton">
      <Skeleton height="2.75rem" />
      <div className="halves">
        <Skeleton height="20rem" />
        <Skeleton height="14rem" />
      </div>
      <Skeleton height="9rem" />
    </div>
  )
}

/** In a page's head, as high as a line of buttons. */
export const HeadRoom = () => (
  <div className="head-room">
    <Skeleton height="var(--primary)" />
  </div>
)

/** Where something may still come: takes no room, and what is below it in a page, or in `.in-order`, waits. */
export const Waiting = () => <span className="waiting" hidden />

/** Says what is on screen, in the frame in which it comes: for a head that must not run ahead of it. */
export function OnScreen<T>({ is, tell }: { is: T; tell: (is: T) => void }) {
  useLayoutEffect(() => tell(is), [is, tell])
  return null
}
