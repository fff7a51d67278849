import { Cards } from './cards.tsx'
import { Forms } from './forms.tsx'
import { Lists } from './lists.tsx'
import { Overlays } from './overlays.tsx'
import { Pieces } from './pieces.tsx'
import { States } from './states.tsx'
import { Footer } from '../layout/footer.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { OfflineBar } from '../ui/offline-bar.tsx'
import { Page } from '../ui/page.tsx'
import '../styles/signed-in.css'

/** Every piece of `ui/` in every state, for the eye and for the checks that run over it. */
export function Component() {
  return (
    <>
      <SkipLink />
      <OfflineBar />
      <main id="main" tabIndex={-1} className="shell-main">
        <Page
          title="Gallery"
          crumbs={[{ label: 'Dashboard', to: paths.home() }]}
          actions={<Button kind="primary">The one button</Button>}
        >
          <Pieces />
          <Forms />
          <Lists />
          <Cards />
          <Overlays />
          <States />
        </Page>
      </main>
      <Footer />
    </>
  )
}
