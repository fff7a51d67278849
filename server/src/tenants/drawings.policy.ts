/*
 * Line drawings of our own for the page of a place's own host: a gate for a site, a stethoscope for a clinic. In the colour
 * of the words around them; nobody needs them read.
 */

const frame = (lines: string) =>
  `<svg class="drawing" viewBox="0 0 120 64" width="180" height="96" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${lines}</svg>`

/** A gate between its posts, in the grass. */
const gate =
  '<path d="M18 10v46M102 10v46M18 18h84M18 28h84M18 38h84M18 48h84M18 48 102 18"/><path d="M4 56h112M8 56c2-4 2-7 2-9M12 56c-1-3 0-5 1-7M108 56c1-3 1-5 0-8M113 56c-2-4-2-6-2-9"/>'
/** A stethoscope: its ends, its tube and its bell. */
const stethoscope =
  '<path d="M38 8c-4 0-6 2-6 6v12c0 9 6 15 14 15s14-6 14-15V14c0-4-2-6-6-6"/><path d="M46 41v4c0 8 6 12 14 12s14-4 14-12V34"/><circle cx="74" cy="27" r="7"/><circle cx="74" cy="27" r="2"/>'

export const drawings = { site: frame(gate), clinic: frame(stethoscope) } as const
