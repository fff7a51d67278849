import { useEffect, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { Footer } from './footer.tsx'

interface Place {
  id: string
  name: string
  city: string | null
  region: string | null
  role: string
  launch_url: string
}
interface List {
  total: number
  sites?: Place[]
  clinics?: Place[]
}
interface Shown {
  user: { first_name: string }
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
  const [user, billing, sites, siteMenu, clinics, clinicMenu] = await Promise.all([
    ask<Shown['user']>(`users/${id}`),
    ask<List>('billing-entities?page=1&per_page=25&sort=name'),
    ask<List>('sites?page=1&per_page=25&sort=name'),
    ask<List>('sites?per_page=50&sort=name'),
    ask<List>('clinics?page=1&per_page=25&sort=name'),
    ask<List>('clinics?per_page=50&sort=name'),
    ask('unpaid'),
  ])
  return { user, billing, sites, siteMenu, clinics, clinicMenu }
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
  const { user, billing, sites, siteMenu, clinics, clinicMenu } = shown
  return (
    <>
      <header>
        <button type="button">Menu</button>
        <Link to="/">Bare</Link>
        <button type="button">{user.first_name}</button>
      </header>
      <nav aria-label="Main">
        <NavLink to="/" end>
          <Icon /> Dashboard
        </NavLink>
        <Menu kind="site" title="Sites" places={siteMenu.sites ?? []} />
        <Menu kind="clinic" title="Clinics" places={clinicMenu.clinics ?? []} />
        <NavLink to="/invites">
          <Icon /> Invites {invites > 0 && invites}
        </NavLink>
      </nav>
      <main>
        <h1>Dashboard</h1>
        <Link to="/site/new">New Site</Link>
        <Link to="/clinic/new">New Clinic</Link>
        <div role="tablist">
          <button type="button">Operation Sites ({sites.total})</button>
          <button type="button">Veterinary Clinics ({clinics.total})</button>
          <button type="button">Billing Info ({billing.total})</button>
        </div>
        <ul data-ready="yes">
          {(sites.sites ?? []).map((site) => (
            <Card key={site.id} place={site} />
          ))}
        </ul>
        <details>
          <summary>Recently deleted</summary>
        </details>
      </main>
      <Footer />
    </>
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

function Card({ place: { id, name, city, region, role, launch_url } }: { place: Place }) {
  return (
    <li>
      <h2>
        <Link to={`/site/${id}`}>{name}</Link>
      </h2>
      <a href={launch_url} aria-label={`Launch ${name}`}>
        <Icon />
      </a>
      <Link to={`/site/${id}/edit`} aria-label={`Edit ${name}`}>
        <Icon />
      </Link>
      <button type="button" aria-label={`Delete ${name}`}>
        <Icon />
      </button>
      <p>{new URL(launch_url).host}</p>
      <p>{[city, region, role].filter(Boolean).join(', ')}</p>
    </li>
  )
}

function Icon() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" aria-hidden>
      <path d="M7 4v16l13 -8z" />
    </svg>
  )
}
