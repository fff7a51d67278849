import type { Language } from '@byre/contract/languages'

const said: Record<Language, string> = {
  en: 'This page needs JavaScript. Turn it on in your browser, then load the page again.',
  'fr-CA': 'Cette page a besoin de JavaScript. Activez-le dans votre navigateur, puis rechargez la page.',
  es: 'Esta página necesita JavaScript. Actívelo en su navegador y vuelva a cargar la página.',
}

/** What a browser that runs no scripts shows: whose page it is, and so their language, nobody knows. */
export const withoutScripts = `<noscript>
      <div class="banner" data-is="warning">
        <div class="banner-words">
          <div>
            ${Object.entries(said)
              .map(([language, words]) => `<p lang="${language}">${words}</p>`)
              .join('\n            ')}
          </div>
        </div>
      </div>
    </noscript>`
