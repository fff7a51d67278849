import type { Theme } from '@byre/contract/people/users'
import { brand } from '../brand.ts'
import { links } from '../lib/build.ts'
import { chooseTheme, useTheme } from '../lib/theme.ts'
import { PublicLink } from '../ui/public-link.tsx'

const year = new Date().getFullYear()

export function Footer() {
  const theme = useTheme()
  return (
    <footer className="footer">
      <span className="soft">
        © {year} {brand.name}
      </span>
      {links && (
        <nav className="row" aria-label="About this service">
          {links.map((link) => (
            <PublicLink key={link.name} {...link} />
          ))}
        </nav>
      )}
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
