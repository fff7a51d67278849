import { t } from '@byre/contract/words'
/** First in the tab order: past the header and the menu. Moves focus itself, so that the address stays as it is. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="skip-link"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >{t`Skip to the content`}</a>
  )
}
