import { drawings, type DrawingName } from './drawings.ts'

/** Says nothing that the words beside it do not say. */
export function Drawn({ of }: { of: DrawingName }) {
  return (
    <svg
      viewBox="0 0 96 72"
      width="96"
      height="72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {drawings[of].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
