import { useEffect, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { Footer } from './footer.tsx'

interface Place {
  id: string
  name: string
  city: string | null
  region: string | null
  state: string
  people: number
  plan_name: string | null
  launch_url: string
}
interface List {
  total: number
  sites?: Place[]
  clinics?: Place[]
}
interface Overview {
  places: number
  running: number
  people: number
}
interface Shown {
  user: { first_name: string }
  overview: Overview
  billing: List
  sites: List
  siteMenu: List
  clinics: List
  clinicMenu: List
}

async function ask<T>(path: string): Promise<T> {
  const { token } = JSON.parse(localStorage.getItem('bare') ?? '{}') as { token?: string }
  const answer = await fetch(`/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { data: T }).data
}

/** What the product's dashboard and menu ask for, all at once. */
async function askAll(): Promise<Shown> {
  const { id } = JSON.parse(localStorage.getItem('bare') ?? '{}') as { id: string }
  const [user, billing, overview, sites, siteMenu, clinics, clinicMenu] = await Promise.all([
    ask<Shown['user']>(`users/${id}`),
    ask<List>('billing-entities?page=1&per_page=25&sort=name'),
    ask<Overview>('overview'),
    ask<List>('sites?page=1&per_page=25&sort=name'),
    ask<List>('sites?per_page=50&sort=name'),
    ask<List>('clinics?page=1&per_page=25&sort=name'),
    ask<List>('clinics?per_page=50&sort=name'),
    ask('spending'),
  ])
  return { user, billing, overview, sites, siteMenu, clinics, clinicMenu }
}

export function Dashboard() {
  const [shown, setShown] = useState<Shown | null>(null)
  const [invites, setInvites] = useState(0)
  useEffect(() => {
    void askAll().then(setShown)
  }, [])
  useEffect(() => {
    if (!shown) return
    const lists = ['site', 'clinic', 'billing-entity'].map((kind) => ask<List>(`${kind}-invites?per_page=1`))
    void Promise.all(lists).then((all) => setInvites(all.reduce((sum, { total }) => sum + total, 0)))
  }, [shown])
  if (!shown) return <p>Loading</p>
  const { user, billing, overview, sites, siteMenu, clinics, clinicMenu } = shown
  return (
    <>
      <header>
        <Command name="Menu" />
        <Link to="/">
          <Icon /> Bare
        </Link>
        <Command name="Search" />
        <Command name="Updates" />
        <button type="button">
          <span>Your account: </span>
          {user.first_name}
        </button>
        <ul hidden>
          <li>
            <Link to={`/users/me/profile`}>
              <Icon /> Account
            </Link>
          </li>
          <li>
            <Link to="/billing-entities">
              <Icon /> Billing Info
            </Link>
          </li>
          <li>
            <button type="button">
              <Icon /> Logout
            </button>
          </li>
        </ul>
      </header>
      <nav aria-label="Main">
        <NavLink to="/" end>
          <Icon /> Dashboard
        </NavLink>
        <NavLink to="/invites">
          <Icon /> Invites {invites > 0 && invites}
        </NavLink>
        <NavLink to="/billing-entities">
          <Icon /> Billing Info
        </NavLink>
        <Menu kind="site" title="Sites" places={siteMenu.sites ?? []} />
        <Menu kind="clinic" title="Clinics" places={clinicMenu.clinics ?? []} />
      </nav>
      <main>
        <h1>Dashboard</h1>
        <Link to="/site/new">New Site</Link>
        <Link to="/clinic/new">New Clinic</Link>
        <p>
          <Icon /> All is well
        </p>
        <dl>
          <Figure name="Running" is={`${overview.running} of ${overview.places}`} />
          <Figure name="Cost a month" is="Nothing" />
          <Figure name="Next charge" is="None" />
          <Figure name="People" is={overview.people} />
        </dl>
        <div role="tablist">
          <button type="button">Operation Sites ({sites.total})</button>
          <button type="button">Veterinary Clinics ({clinics.total})</button>
          <button type="button">Billing Info ({billing.total})</button>
        </div>
        <Places places={sites.sites ?? []} />
        <details>
          <summary>Recently deleted</summary>
        </details>
      </main>
      <Footer />
    </>
  )
}

function Figure({ name, is }: { name: string; is: string | number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{is}</strong>
      </dd>
    </div>
  )
}

const states = ['All states', 'Running', 'In trial', 'Past due', 'Read-only', 'Stopped']
const orders = [
  'Name, A to Z',
  'Name, Z to A',
  'Newest first',
  'Oldest first',
  'Needs attention first',
  'Next charge first',
]
const columns = ['Name', 'State', 'Plan', 'Next charge', 'People', 'Where', 'Actions']

/** The table of the product, of which some rows are chosen. */
function Places({ places }: { places: Place[] }) {
  const [chosen, setChosen] = useState<string[]>([])
  const choose = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <div data-ready="yes">
      <label>
        Find in sites <Icon /> <input type="search" placeholder="Find in sites" />
      </label>
      <Choice name="State" options={states} />
      <Choice name="Order" options={orders} />
      <label>
        <input type="checkbox" /> Choose all
      </label>
      {['Invite', 'Move Payer', 'Download CSV'].map((name) => (
        <button key={name} type="button" disabled={chosen.length === 0}>
          <Icon /> {name}
        </button>
      ))}
      <table>
        <caption>Sites</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <Row key={place.id} place={place} isChosen={chosen.includes(place.id)} onChoose={choose} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Choice({ name, options }: { name: string; options: string[] }) {
  return (
    <label>
      {name}
      <select>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}

function Command({ name }: { name: string }) {
  return (
    <button type="button" aria-label={name}>
      <Icon />
    </button>
  )
}

function Menu({ kind, title, places }: { kind: string; title: string; places: Place[] }) {
  return (
    <div>
      <button type="button">
        <Icon /> {title}
      </button>
      <ul>
        <li>
          <NavLink to={`/${kind}/new`} end>
            <Icon /> New {kind}
          </NavLink>
        </li>
        {places.map(({ id, name }) => (
          <li key={id}>
            <NavLink to={`/${kind}/${id}`}>{name}</NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  place: Place
  isChosen: boolean
  onChoose: (id: string) => void
}

function Row({ place, isChosen, onChoose }: RowProps) {
  const { id, name, city, region, state, people, plan_name, launch_url } = place
  return (
    <tr>
      <td>
        <label>
          <span>Choose {name}</span>
          <input type="checkbox" checked={isChosen} onChange={() => onChoose(id)} />
        </label>
        <Link to={`/site/${id}`}>{name}</Link>
        <span>{new URL(launch_url).host}</span>
      </td>
      <td>
        <Icon /> {state}
      </td>
      <td>{plan_name}</td>
      <td>–</td>
      <td>{people}</td>
      <td>{[city, region].filter(Boolean).join(', ')}</td>
      <td>
        <a href={launch_url} aria-label={`Launch ${name}`}>
          <Icon />
        </a>
        <Link to={`/site/${id}/edit`} aria-label={`Edit ${name}`}>
          <Icon />
        </Link>
        <button type="button" aria-label={`Delete ${name}`}>
          <Icon />
        </button>
      </td>
    </tr>
  )
}

function Icon() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" aria-hidden>
      <path d="M7 4v16l13 -8z" />
    </svg>
  )
}
