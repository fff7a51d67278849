import { t } from '@byre/contract/words'
import type { ReactNode } from 'react'
import type { CardBrand } from './card-brands.ts'

/*
 * A mark for each brand of card, of our own drawing: its colours and the shape it is known by, on a plate
 * of its own, so that it looks the same by day and by night. 52 × 32 with a border around, as large as it is shown.
 */

/** Mails as strokes in a box of 5 × 8. */
const alphabet: Readonly<Record<string, string>> = {
  A: 'M0 8 2.5 0 5 8M1 5.5h3',
  B: 'M0 4h3.5M0 0v8h4l1-1V5L4 4l.7-1V1L4 0Z',
  C: 'M5 0H1.5L0 1.5v5L1.5 8H5',
  D: 'M0 0v8h3l2-2V2L3 0Z',
  E: 'M5 0H0v8h5M0 4h4',
  H: 'M0 0v8M5 0v8M0 4h5',
  I: 'M2.5 0v8',
  J: 'M4.5 0v6.5L3 8H1.5L0 6.5',
  K: 'M0 0v8M5 0 0 4l5 4',
  L: 'M0 0v8h5',
  M: 'M0 8V0l2.5 4L5 0v8',
  O: 'M1.5 0 0 1.5v5L1.5 8h2L5 6.5v-5L3.5 0Z',
  P: 'M0 8V0h4l1 1v3L4 5H0',
  R: 'M0 8V0h4l1 1v3L4 5H0M2.5 5 5 8',
  S: 'M5 0H1L0 1v2l1 1h3l1 1v2L4 8H0',
  V: 'm0 0 2.5 8L5 0',
  X: 'm0 0 5 8M5 0 0 8',
}

interface WordProps {
  children: string
  x: number
  y: number
  size?: number
  stroke: string
  /** In units of the mails' own box. */
  weight?: number
}

const Word = ({ children: letters, x, y, size = 1, stroke, weight = 1.6 }: WordProps) => (
  <g transform={`translate(${x} ${y}) scale(${size})`} fill="none" stroke={stroke} strokeWidth={weight}>
    {[...letters].map((letter, at) => (
      <path key={letter} d={alphabet[letter]} transform={`translate(${at * 7.4})`} />
    ))}
  </g>
)

/** Two discs that share a lens. */
const discs = (left: string, lens: string, right: string) => (
  <>
    <circle cx="20" cy="16" r="10" fill={left} />
    <circle cx="32" cy="16" r="10" fill={right} />
    <path d="M26 8a10 10 0 0 1 0 16 10 10 0 0 1 0-16" fill={lens} />
  </>
)

const white = '#fff'
const plate = (color: string) => <rect width="52" height="32" fill={color} />

const marks: Record<CardBrand, ReactNode> = {
  amex: (
    <>
      {plate('#1f6fb5')}
      <path d="M0 25h52M0 7h52" stroke="#9cc7ea" />
      <Word x={9} y={11.5} size={1.25} stroke={white}>{t`AMEX`}</Word>
    </>
  ),
  dankort: (
    <>
      {plate(white)}
      <rect x="6" y="6" width="40" height="20" rx="10" fill="#d7182a" />
      <Word x={16} y={10.5} size={1.4} stroke={white}>{t`DK`}</Word>
    </>
  ),
  dinersclub: (
    <>
      {plate(white)}
      <path d="M22 4h8a12 12 0 0 1 0 24h-8a12 12 0 0 1 0-24" fill="#14549c" />
      <path d="M21 8a8.4 8.4 0 0 0 0 16Zm5 0a8.4 8.4 0 0 1 0 16Z" fill={white} />
    </>
  ),
  discover: (
    <>
      {plate(white)}
      <path d="M52 15v17H16c16-1 28-6 36-17" fill="#f27a20" />
      <Word x={4.5} y={7} size={0.75} stroke="#231f20">{t`DISCOVER`}</Word>
    </>
  ),
  elo: (
    <>
      {plate('#111')}
      <g fill="none" strokeWidth="3">
        <path d="M9.5 9A9 9 0 0 1 20 11" stroke="#ffcb05" />
        <path d="M22 14a9 9 0 0 1-2 8" stroke="#00a4e0" />
        <path d="M17 24a9 9 0 0 1-9-2" stroke="#ef4123" />
      </g>
      <Word x={27} y={12} stroke={white}>{t`ELO`}</Word>
    </>
  ),
  hipercard: (
    <>
      {plate('#8f1417')}
      <path d="M0 26h52v6H0Z" fill="#f6b221" />
      <Word x={8.5} y={9} stroke={white}>{t`HIPER`}</Word>
    </>
  ),
  jcb: (
    <>
      {plate(white)}
      <path d="M8 8q0-4 4-4h6v20q0 4-4 4H8Z" fill="#0e4c96" />
      <path d="M21 8q0-4 4-4h6v20q0 4-4 4h-6Z" fill="#b3132c" />
      <path d="M34 8q0-4 4-4h6v20q0 4-4 4h-6Z" fill="#1f7d3c" />
      <g transform="translate(10.5 12.5)">
        {['J', 'C', 'B'].map((letter, at) => (
          <Word key={letter} x={at * 13} y={0} size={0.95} stroke={white}>
            {letter}
          </Word>
        ))}
      </g>
    </>
  ),
  laser: (
    <>
      {plate('#152a5e')}
      <path d="M5 17 48 4v4Z" fill="#e0232e" />
      <path d="M5 17 48 10v4Z" fill="#f7c325" />
      <Word x={10} y={19.6} size={0.9} stroke={white}>{t`LASER`}</Word>
    </>
  ),
  maestro: (
    <>
      {plate(white)}
      {discs('#0f8fd0', '#6a5fb0', '#d8232f')}
    </>
  ),
  mastercard: (
    <>
      {plate('#25262b')}
      {discs('#e2231a', '#f2661f', '#f5a623')}
    </>
  ),
  unionpay: (
    <>
      {plate(white)}
      <path d="M11 4h11l-5 24H6Z" fill="#d2232e" />
      <path d="M22 4h11l-5 24H17Z" fill="#0d4f8c" />
      <path d="M33 4h13l-5 24H28Z" fill="#0b7b75" />
    </>
  ),
  visa: (
    <>
      {plate(white)}
      <path d="M0 0h52v6H0Z" fill="#1b3a93" />
      <path d="M0 26h52v6H0Z" fill="#eda520" />
      <g transform="skewX(-12)">
        <Word x={13} y={11} size={1.2} stroke="#1b3a93" weight={1.9}>{t`VISA`}</Word>
      </g>
    </>
  ),
  visaelectron: (
    <>
      {plate('#1b3a93')}
      <path d="M41 5 33 18h6l-3 9 10-13h-6l3-9Z" fill="#f7c325" />
      <g transform="skewX(-12)">
        <Word x={8.5} y={12} size={0.95} stroke={white}>{t`VISA`}</Word>
      </g>
    </>
  ),
}

/** The mark alone; whoever shows it says its name. */
export const CardMark = ({ brand }: { brand: CardBrand }) => (
  <svg viewBox="1 1 50 30" width="50" height="30">
    {marks[brand]}
  </svg>
)
