/*
 * Card  title? · level? 2 | 3 · to? (the whole card opens it) · actions? (buttons top right, above `to`)
 *       · as? 'section' | 'li' | 'div' · children
 */
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'

interface CardProps {
  title?: ReactNode
  level?: 2 | 3
  to?: string
  actions?: ReactNode
  as?: 'section' | 'li' | 'div'
  children?: ReactNode
}

export function Card({ title, level = 2, to, actions, as: Element = 'section', children }: CardProps) {
  const titleId = useId()
  const Heading = `h${level}` as const
  return (
    <Element
      className="card"
      aria-labelledby={title && Element === 'section' ? titleId : undefined}
      data-opens={!!to}
    >
      {(title || actions) && (
        <div className="card-head">
          {title && (
            <Heading id={titleId} className="card-title">
              {to ? (
                <Link to={to} className="card-link">
                  {title}
                </Link>
              ) : (
                title
              )}
            </Heading>
          )}
          {actions && <div className="card-actions">{actions}</div>}
        </div>
      )}
      {children}
    </Element>
  )
}
