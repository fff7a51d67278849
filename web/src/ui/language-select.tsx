import { languageNames, languages, type Language } from '@byre/contract/languages'
import { spokenHere } from '@byre/contract/words'
import { chooseLanguage } from '../lib/languages/language.ts'
import { toast } from '../lib/toast.ts'

/* LanguageSelect  id? (of the field whose label it is under)     each language by its own name */
export function LanguageSelect({ id }: { id?: string }) {
  return (
    <select
      id={id}
      className="input"
      value={spokenHere().language}
      onChange={({ target }) => void chooseLanguage(target.value as Language).catch(toast.failure)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  )
}
