import { generate } from 'lean-qr'

/** The empty border that readers need, in modules. */
const margin = 4

/** A text as a QR picture: one path, dark on white in either theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = generate(text)
  const side = modules.size + 2 * margin
  const rows = Array.from({ length: modules.size }, (_, y) =>
    Array.from({ length: modules.size }, (_, x) =>
      modules.get(x, y) ? `M${x + margin} ${y + margin}h1v1h-1z` : '',
    ).join(''),
  )
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={rows.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
