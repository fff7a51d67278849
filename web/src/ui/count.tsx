/* Count  of (number) · label ("3 pending invites")     a small figure beside a menu item */
export function Count({ of, label }: { of: number; label: string }) {
  return (
    <span className="count" role="img" aria-label={label}>
      {of > 99 ? '99+' : of}
    </span>
  )
}
