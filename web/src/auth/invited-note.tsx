import { rich } from '../ui/rich.tsx'
import { Banner } from '../ui/banner.tsx'

/** Above the forms of whoever came by an invitation, so that they know it is not lost on the way; `next` says what to do here. */
export const InvitedNote = ({ address, next }: { address: string; next: string }) =>
  address && <Banner is="info">{rich`${(<strong>{address}</strong>)} was invited. ${next}`}</Banner>
