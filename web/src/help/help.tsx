import { t } from '@byre/contract/words'
import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { Page } from '../ui/page.tsx'
import { helpAnswers } from './answers.tsx'
import { helpTopics } from './topics.ts'
import './help.css'
import '../styles/print.css'

/** `/help`: short answers, signed in or not. */
export function Component() {
  const { hash } = useLocation()
  useLayoutEffect(() => {
    const meant = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (meant) meant.scrollIntoView()
  }, [hash])
  return (
    <Page title={t`Help`} narrow>
      <nav aria-label={t`Questions`}>
        <ul className="help-questions">
          {helpTopics.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {helpTopics.map(({ id, title }) => (
        <section key={id} id={id} className="help-answer" aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {helpAnswers[id]}
        </section>
      ))}
    </Page>
  )
}
