import { useEffect, useLayoutEffect } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { keepNext, takeNext } from '../lib/next.ts'
import { signOut, useEnding, useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'

/** Screens that need a sign-in: otherwise to /login, and back to the same place afterwards. */
export function SignedInOnly() {
  return useSession() ? <Outlet /> : <ToLogin />
}

function ToLogin() {
  const location = useLocation()
  const navigate = useNavigate()
  const ending = useEnding()
  useLayoutEffect(() => {
    // Whoever chose to leave is not brought back to where they were.
    if (ending !== 'signed out' && ending !== 'deleted') keepNext(location)
    void navigate(paths.login(), { replace: true })
  }, [location, navigate, ending])
  return null
}

/** /login: whoever is signed in, or has just become so, goes on to where they were going. */
export function SignedOutOnly({ preload }: { preload: () => void }) {
  const session = useSession()
  useEffect(() => {
    // Someone who types here will want the screen behind it next.
    addEventListener('input', preload, { once: true })
    return () => removeEventListener('input', preload)
  }, [preload])
  return session ? <Onward /> : <Outlet />
}

/** What is known of them goes along. */
function Onward() {
  const navigate = useNavigate()
  const { state } = useLocation()
  useEffect(() => void navigate(takeNext(), { replace: true, state: state as unknown }), [navigate, state])
  return null
}

/**
 * Logout is a place one goes to, so that a changed form can ask first. Only our own button gets
 * there: a link from elsewhere carries no state, and signs nobody out.
 */
export function LogOut() {
  const { state } = useLocation()
  const isRequested = (state as { isRequested?: boolean } | null)?.isRequested === true
  useEffect(() => {
    if (isRequested) signOut()
  }, [isRequested])
  return isRequested ? null : <Navigate to={paths.home()} replace />
}
