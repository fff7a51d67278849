/*
 * Page       title · crumbs? [{ label, to }] (the way here; the title ends it) · actions? · narrow? (640 px, for forms) · children
 * PageTitle  children (the words)     the h1 alone: takes focus on each route and names the document
 */
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

export interface Crumb {
  label: string
  to: string
}

interface PageProps {
  title: string
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  narrow?: boolean
  children: ReactNode
}

export function Page({ title, crumbs, actions, narrow = false, children }: PageProps) {
  return (
    <div className="page" data-narrow={narrow}>
      <header className="page-head">
        {crumbs && (
          <nav aria-label="Breadcrumb">
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
          <PageTitle>{title}</PageTitle>
          {actions && <div className="page-actions">{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  )
}

/** Where focus was last put, so that the first page keeps the browser's own and a re-render moves nothing. */
let arrivedAt: string | null = null
/** The title that left had the focus: the one that takes its place on the same route takes it over. */
let isPassedOn = false

export function PageTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()

  useEffect(() => {
    const product = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
    document.title = [children, product].filter(Boolean).join(' · ')
  }, [children])

  useLayoutEffect(() => {
    const title = heading.current
    if (isPassedOn) title?.focus({ preventScroll: true })
    isPassedOn = false
    return () => {
      isPassedOn = document.activeElement === title
    }
  }, [])

  useEffect(() => {
    if (arrivedAt !== null && arrivedAt !== pathname) heading.current?.focus({ preventScroll: true })
    arrivedAt = pathname
  }, [pathname])

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
