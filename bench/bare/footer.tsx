export function Footer() {
  return (
    <footer>
      <span>© Bare</span>
      <label>
        Colours
        <select>
          <option>As on this device</option>
          <option>Light</option>
          <option>Dark</option>
        </select>
      </label>
    </footer>
  )
}
