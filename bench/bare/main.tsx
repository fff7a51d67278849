import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Route, Routes } from 'react-router'

/*
 * What the pages are compared with: React and a router, the same two routes, plain elements, no kit,
 * no schemas, no cache. It reads the session that the harness put into local storage.
 */

interface Site {
  id: string
  name: string
}

function Login() {
  return (
    <form>
      <h1>Sign in</h1>
      <label>
        Email <input type="email" name="email" />
      </label>
      <label>
        Password <input type="password" name="password" />
      </label>
      <button type="submit">Sign in</button>
      <Link to="/">Home</Link>
    </form>
  )
}

function Dashboard() {
  const [sites, setSites] = useState<Site[] | null>(null)
  useEffect(() => {
    const { token } = JSON.parse(localStorage.getItem('bare') ?? '{}') as { token?: string }
    const load = async () => {
      const answer = await fetch('/api/v1/sites?per_page=25', {
        headers: { authorization: `Bearer ${token}` },
      })
      setSites(((await answer.json()) as { data: { sites: Site[] } }).data.sites)
    }
    void load()
  }, [])
  if (!sites) return <p>Loading</p>
  return (
    <main>
      <h1>Dashboard</h1>
      <ul data-ready="yes">
        {sites.map((site) => (
          <li key={site.id}>
            <h2>{site.name}</h2>
          </li>
        ))}
      </ul>
    </main>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route path="/" element={<Dashboard />} />
      </Routes>
    </BrowserRouter>
  </StrictMode>,
)
