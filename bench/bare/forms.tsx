import { useState } from 'react'
import { Link } from 'react-router'
import { Footer } from './footer.tsx'

export function Login() {
  return (
    <>
      <header>
        <Link to="/">Bare</Link>
      </header>
      <main>
        <h1>Sign in</h1>
        <form>
          <label>
            Email <input type="email" name="email" />
          </label>
          <label>
            Password <input type="password" name="password" />
          </label>
          <button type="button">Show</button>
          <button type="submit">Sign in</button>
        </form>
        <p>
          <Link to="/reset">Forgot your password?</Link>
        </p>
        <p>
          New here? <Link to="/register">Create an account</Link>
        </p>
      </main>
      <Footer />
    </>
  )
}

const fields = Array.from({ length: 15 }, (_, n) => `Field ${n + 1}`)

/** As many fields as the largest form has, all in one state, the simplest way there is. */
export function Form() {
  const [values, setValues] = useState<Record<string, string>>({})
  return (
    <form>
      <h1>Form</h1>
      {fields.map((name) => (
        <label key={name}>
          {name}
          <input
            type="text"
            value={values[name] ?? ''}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        </label>
      ))}
    </form>
  )
}
