import { Banner } from '../ui/banner.tsx'

/** Above the forms of whoever came by an invitation, so that they know it is not lost on the way. */
export function InvitedNote({ address, children }: { address: string; children: string }) {
  if (address === '') return null
  return (
    <Banner is="info">
      <strong>{address}</strong> was invited. {children}
    </Banner>
  )
}
