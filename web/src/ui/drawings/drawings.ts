/* Line drawings in a box of 96 by 72, in one colour and one stroke. Each is a list of paths. */

export const drawings = {
  gate: [
    'M8 14h8v50H8zM80 14h8v50h-8z',
    'M16 22h64M16 34h64M16 46h64M16 58h64M16 58l64-36M48 22v36',
    'M2 64h92M24 64l-2-4M27 64l1-5M66 64l-2-4M69 64l1-5',
  ],
  chute: [
    'M22 18h44v38H22zM33 18v38M44 18v38M55 18v38M22 37h44',
    'M66 12h10v48H66zM71 22v24',
    'M30 18l7-12h8M22 56L6 64M26 56v8M62 56v8M2 64h92M8 60l-2-4M84 64l2-5M88 64l-1-4',
  ],
  scale: [
    'M8 54h60v8H8zM14 54V30h48v24M14 42h48M26 30v24M38 30v24M50 30v24',
    'M80 62V28M72 62h16',
    'M80 6a11 11 0 1 0 0 22a11 11 0 1 0 0-22zM80 17l5-5M2 66h92',
  ],
  stethoscope: [
    'M24 8h-4v18a16 16 0 0 0 32 0V8h-4',
    'M36 42v6a16 16 0 0 0 32 0v-8',
    'M68 26a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM68 31a2 2 0 1 0 0 4a2 2 0 1 0 0-4z',
  ],
  receipt: [
    'M26 6h44v58l-5.5-5l-5.5 5l-5.5-5l-5.5 5l-5.5-5l-5.5 5l-5.5-5l-5.5 5z',
    'M34 18h28M34 28h28M34 38h14M56 38h6M34 48h10M56 48h6',
  ],
} as const

export type DrawingName = keyof typeof drawings
