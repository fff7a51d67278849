import { counted } from './words.ts'

/** How far something is that takes a while. */
export function Progressing({ label, done, of }: { label: string; done: number; of: number }) {
  return (
    <div className="import-progress">
      <progress max={of} value={done} aria-label={label} />
      <p role="status">{`${label}: ${done.toLocaleString('en')} of ${counted(of, 'row')}`}</p>
    </div>
  )
}
