/*
 * Asking someone to show again who they are, in the middle of a command. The dialog that does it belongs
 * to the layout, which says so here; calls need not know it.
 */

type Prove = (why: string) => Promise<boolean>

let prove: Prove | null = null
let asking: Promise<boolean> | null = null

/** Whether the person has shown it; false when they would not, or nobody can ask. One dialog for all. */
export function proveAgain(why: string): Promise<boolean> {
  if (!prove) return Promise.resolve(false)
  asking ??= prove(why).finally(() => {
    asking = null
  })
  return asking
}

/** Says how it is asked; returns how to take that back. */
export function onProofNeeded(how: Prove) {
  prove = how
  return () => {
    if (prove === how) prove = null
  }
}
