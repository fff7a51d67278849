/*
 * Figures  children (its Figures)                              how something stands, in a few large figures
 * Figure   name · is ('C$29', '3 of 4') · more? (what goes with it)
 */
import type { ReactNode } from 'react'
import './figures.css'

export const Figures = ({ children }: { children: ReactNode }) => <dl className="figure-row">{children}</dl>

export function Figure({ name, is, more }: { name: string; is: string; more?: ReactNode }) {
  return (
    <div className="card figure">
      <dt className="soft">{name}</dt>
      <dd className="figures">
        <strong>{is}</strong>
        <span className="soft">{more || '\u00a0'}</span>
      </dd>
    </div>
  )
}
