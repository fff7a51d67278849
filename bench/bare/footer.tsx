import { Link } from 'react-router'

export function Footer() {
  return (
    <footer>
      <span>© Bare</span>
      <Link to="/help">Help</Link>
      <label>
        Language
        <select>
          <option>English</option>
          <option>Français (Canada)</option>
          <option>Español</option>
        </select>
      </label>
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
