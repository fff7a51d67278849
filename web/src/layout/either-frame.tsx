import { useSession } from '../lib/session.ts'
import { PublicFrame } from './public-frame.tsx'
import { Shell } from './shell.tsx'

/** Around what is for everybody: with the menu for whoever is signed in. */
export function Component() {
  return useSession() ? <Shell /> : <PublicFrame />
}
