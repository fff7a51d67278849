/*
 * Page       title · crumbs? [{ label, to }] (the way here; the title ends it) · chip? (beside the title) · lead? (a line below it)
 *            · actions? (at the right) · isRoom? (only that of actions to come) · narrow? (640 px, for forms) · children
 * PageNotice value (what stands below every title inside it)
 * PageTitle  children (the words) · of? (what they are about)     the h1 alone: takes focus on each route and names the document
 */
import { t } from '@byre/contract/words'
import { createContext, use, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

export interface Crumb {
  label: string
  to: string
}

interface PageProps {
  title: string
  crumbs?: readonly Crumb[]
  chip?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** `actions` only keeps the room of those that come. */
  isRoom?: boolean
  narrow?: boolean
  children: ReactNode
}

export const PageNotice = createContext<ReactNode>(null)

export function Page({
  title,
  crumbs,
  chip,
  lead,
  actions,
  isRoom = false,
  narrow = false,
  children,
}: PageProps) {
  return (
    <div className="page" data-narrow={narrow}>
      <header className="page-head">
        {crumbs && (
          <nav aria-label={t`Breadcrumb`}>
            <ol className="crumbs">
              {crumbs.map((crumb) => (
                <li key={crumb.to}>
                  <Link to={crumb.to}>{crumb.label}</Link>
                </li>
              ))}
              <li aria-current="page">{title}</li>
            </ol>
          </nav>
        )}
        <div className="page-title">
          <div className="page-name">
            <PageTitle of={crumbs?.[1] && crumbs.at(-1)?.label}>{title}</PageTitle>
            {chip}
          </div>
          {/* What comes is no room that has moved: it stands anew, in a width of its own. */}
          {actions && (
            <div className="page-actions" key={String(isRoom)}>
              {actions}
            </div>
          )}
        </div>
        {lead && <div className="page-lead">{lead}</div>}
      </header>
      {use(PageNotice)}
      {children}
    </div>
  )
}

/** Where focus was last put, so that the first page keeps the browser's own and a re-render moves nothing. */
let arrivedAt: string | null = null
/** A title is to take the focus as soon as it can: it cannot while the page is still hidden. */
let isAwaited = false

function takeFocus(title: HTMLElement) {
  title.focus({ preventScroll: true })
  isAwaited = document.activeElement !== title
  requestAnimationFrame(() => {
    // Whoever went elsewhere meanwhile is left there.
    if (isAwaited && title.isConnected && document.activeElement === document.body) takeFocus(title)
  })
}

export function PageTitle({ children, of }: { children: string; of?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()

  useEffect(() => {
    const product = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
    document.title = [children, of, product].filter(Boolean).join(' · ')
  }, [children, of])

  // The title that takes another's place on the same route takes its focus, too.
  useLayoutEffect(() => {
    const title = heading.current
    if (title && isAwaited) takeFocus(title)
    return () => {
      if (document.activeElement === title) isAwaited = true
    }
  }, [])

  useEffect(() => {
    if (heading.current && arrivedAt !== null && arrivedAt !== pathname) takeFocus(heading.current)
    arrivedAt = pathname
  }, [pathname])

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
