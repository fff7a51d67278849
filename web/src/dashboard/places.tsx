import { t } from '@byre/contract/words'
import type { User } from '@byre/contract/people/users'
import { useSearchParams } from 'react-router'
import { useFirstPages, usePage } from '../account/first-pages.ts'
import { counted, firstPage, placesAddress } from '../account/list-address.ts'
import { useMe } from '../lib/me.ts'
import { paths } from '../paths.ts'
import { clinicKind, managedBy, siteKind, subjectKinds } from '../products.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import '../ui/skeletons.css'
import { TabsInAddress } from '../ui/tabs-in-address.tsx'
import { PlaceList } from './place-list.tsx'

/** `/places`: the dashboard's lists by themselves, a press from everywhere on a phone. */
export function Component() {
  const me = useMe()
  const offered = me.data ? managedBy(me.data) : []
  return (
    <Page
      title={t`Places`}
      crumbs={[{ label: t`Dashboard`, to: paths.home() }]}
      actions={offered.map((kind) => (
        <ButtonLink key={kind.product} to={kind.paths.add()}>{t`New ${kind.title}`}</ButtonLink>
      ))}
    >
      <Loaded
        ask={me}
        skeleton={<Skeleton height="30rem" />}
        failed={t`An error occurred while loading user profile.`}
      >
        {(me) => <Lists me={me} />}
      </Loaded>
    </Page>
  )
}

function Lists({ me }: { me: User }) {
  const [search] = useSearchParams()
  const offered = managedBy(me)
  const tab = offered.find(({ product }) => product === search.get('tab')) ?? offered[0]
  const inView = placesAddress(search)
  const firsts = useFirstPages()
  const shown = {
    sites: usePage(siteKind, tab === siteKind ? inView : firstPage, { keep: true }),
    clinics: usePage(clinicKind, tab === clinicKind ? inView : firstPage, { keep: true }),
  }
  const totalOf = (kind: (typeof offered)[number]) => firsts[subjectKinds.indexOf(kind)]?.data
  if (firsts.some(({ isLoading }) => isLoading)) return <Skeleton height="30rem" />
  return (
    <TabsInAddress
      label={t`What you manage`}
      tabs={offered.map((kind) => ({
        id: kind.product,
        label: counted(kind.tab, totalOf(kind)),
        panel: (
          <PlaceList
            kind={kind}
            total={totalOf(kind)?.total}
            shown={shown[kind.product]}
            addFirst={<ButtonLink to={kind.paths.add()} kind="primary">{t`New ${kind.title}`}</ButtonLink>}
          />
        ),
      }))}
    />
  )
}
