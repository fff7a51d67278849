import { Banner } from '../ui/banner.tsx'

/** Shown once the server has said that it takes no real card. */
export function TestNumbers() {
  return (
    <Banner is="info">
      <p>No real money moves here. With any later month and any security code, try:</p>
      <ul className="differences figures">
        <li>4242 4242 4242 4242, a Visa that pays</li>
        <li>5555 5555 5555 4444, a Mastercard that pays</li>
        <li>4000 0000 0000 0002, declined</li>
        <li>4000 0000 0000 9995, not enough funds</li>
        <li>4000 0000 0000 0069, expired</li>
      </ul>
    </Banner>
  )
}
