/** Any other screen, in a file of its own as each of the product's is. */
export default function Elsewhere() {
  return <h1>Elsewhere</h1>
}
