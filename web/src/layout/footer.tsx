import type { Theme } from '@byre/contract/people/users'
import { brand } from '../brand.ts'
import { chooseTheme, useTheme } from '../lib/theme.ts'

const year = new Date().getFullYear()

export function Footer() {
  const theme = useTheme()
  return (
    <footer className="footer">
      <span className="soft">
        © {year} {brand.name}
      </span>
      <label className="footer-theme">
        <span className="soft">Colours</span>
        <select
          className="input"
          value={theme}
          onChange={(event) => chooseTheme(event.target.value as Theme)}
        >
          <option value="system">As on this device</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
    </footer>
  )
}
