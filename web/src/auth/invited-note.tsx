import { rich } from '../ui/rich.tsx'
import { Banner } from '../ui/banner.tsx'

/** Above the forms of whoever came by an invitation, so that they know it is not lost on the way. */
export const InvitedNote = ({ address }: { address: string }) =>
  address && (
    <Banner is="info">{rich`${(<strong>{address}</strong>)} was invited, and can answer once signed in.`}</Banner>
  )
