import { t } from '@byre/contract/words'
import type { Theme } from '@byre/contract/people/users'
import { brand } from '../brand.ts'
import { Link } from 'react-router'
import { links } from '../lib/build.ts'
import { chooseTheme, useTheme } from '../lib/theme.ts'
import { paths } from '../paths.ts'
import { LanguageSelect } from '../ui/language-select.tsx'
import { PublicLink } from '../ui/public-link.tsx'

/** Whoever runs this has a help page of their own, which keeps that name. */
const hasOther = links?.some(({ name }) => name === 'help')
const year = new Date().getFullYear()

export function Footer() {
  const theme = useTheme()
  return (
    <footer className="footer">
      <span className="soft">
        © {year} {brand.name}
      </span>
      <nav className="row" aria-label={t`About this service`}>
        <Link to={paths.help()}>{hasOther ? t`Short answers` : t`Help`}</Link>
        {links?.map((link) => (
          <PublicLink key={link.name} {...link} />
        ))}
      </nav>
      <div className="footer-choices">
        <label className="footer-choice footer-language">
          <span className="soft">{t`Language`}</span>
          <LanguageSelect />
        </label>
        <label className="footer-choice">
          <span className="soft">{t`Colours`}</span>
          <select
            className="input"
            value={theme}
            onChange={(event) => chooseTheme(event.target.value as Theme)}
          >
            <option value="system">{t`As on this device`}</option>
            <option value="light">{t`Light`}</option>
            <option value="dark">{t`Dark`}</option>
          </select>
        </label>
      </div>
    </footer>
  )
}
