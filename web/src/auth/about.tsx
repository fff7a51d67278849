import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import { brand, type Product } from '../brand.ts'
import { products } from '../lib/build.ts'
import { Drawing } from '../ui/drawings/drawing.tsx'
import { publicPrices } from './prices.ts'
import './about.css'

const headings: Record<Product, string> = { sites: t`Sites`, clinics: t`Clinics` }
const offered = brand.products.filter((product) => products.includes(product))

/** Beside the public pages where there is room: what Byre is, and what it costs. */
export function About() {
  return (
    <aside className="about" aria-label={t`About ${brand.name}`}>
      <Drawing of={brand.products[0] === 'clinics' ? 'stethoscope' : 'gate'} />
      <h2>{t`One place for your ground, your people and your bill`}</h2>
      <p>{t`${brand.name} gives every ranch, feedlot and clinic its own web address, lets in the people who work there, and keeps what it costs on one bill.`}</p>
      <ul>
        <li>{t`An address of ours from the first minute, or a domain of your own.`}</li>
        <li>{t`Owners, Admins and Users: everyone gets in with their own account.`}</li>
        <li>{t`One payer for as many places as you like, each month or each year.`}</li>
      </ul>
      <h3>{t`${limits.trialDays} days free, no card needed`}</h3>
      <dl className="about-prices">
        {offered.map((product) => (
          <div key={product}>
            <dt>{headings[product]}</dt>
            {publicPrices[product].map(({ name, dollars }) => (
              <dd key={name}>
                <span>{name}</span> <strong className="figures">${dollars}</strong>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p className="soft">{t`A month, before tax, in Canadian or US dollars. Pay by the year and two months are free.`}</p>
    </aside>
  )
}
