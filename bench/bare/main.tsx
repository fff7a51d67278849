import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
import { paths } from '../../web/src/paths.ts'
import { Dashboard } from './dashboard.tsx'
import { Form, Login } from './forms.tsx'

/*
 * What the pages are compared with: React and a router with the same routes, plain elements, no kit, no
 * schemas, no cache, no styles. It asks for the same data, draws the same frame and the same cards.
 */

const Elsewhere = lazy(() => import('./elsewhere.tsx'))

const others = [
  paths.register(),
  paths.confirm(':email'),
  paths.reset(),
  paths.confirmReset(),
  paths.undoEmail(),
  paths.invoiceCopies(),
  paths.welcome(':step'),
  paths.updateProfile(':userId'),
  paths.invites(),
  paths.newSite(),
  paths.site(':siteId'),
  paths.editSite(':siteId'),
  paths.newClinic(),
  paths.clinic(':clinicId'),
  paths.editClinic(':clinicId'),
  paths.billingEntities(),
  paths.newBillingEntity(),
  paths.billingEntity(':billingEntityId'),
  paths.editBillingEntity(':billingEntityId'),
  paths.newCard(':billingEntityId'),
  paths.editCard(':billingEntityId'),
  paths.cardReturn(':billingEntityId'),
  paths.launch(),
  paths.logOut(),
]

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter>
      <Suspense>
        <Routes>
          <Route path={paths.login()} element={<Login />} />
          <Route path={paths.home()} element={<Dashboard />} />
          <Route path="/form" element={<Form />} />
          {others.map((path) => (
            <Route key={path} path={path} element={<Elsewhere />} />
          ))}
        </Routes>
      </Suspense>
    </BrowserRouter>
  </StrictMode>,
)
