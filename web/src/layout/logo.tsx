import { brand } from '../brand.ts'

/** The brand's sign in one colour; the name stands beside it in words. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden>
      <path d={brand.logo} />
    </svg>
  )
}
