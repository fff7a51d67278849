import { addLabelProducts, listProducts, type LabelUse, type Product } from '@byre/contract/herd/products'
import { homeMarketOf } from '@byre/contract/herd/settings'
import { marketName } from '@byre/contract/herd/market-names'
import { IconPlus } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { usePageIn } from '../../lib/in-address.ts'
import { usePrinting } from '../../lib/printing.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { Status } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/page.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { useAppAsk, useAppCommand } from '../asks.ts'
import { dialogIn } from '../../ui/fetched/dialog-in.tsx'
import { FoldAway } from '../fold-away.tsx'
import { Loaded } from '../loaded.tsx'
import { useMay, useMe } from '../me.ts'
import { doseWords } from '../recording/dose-words.ts'
import { routeWords } from '../recording/route-words.ts'
import { useToday } from '../recording/today.ts'
import { calendarDay } from '../times.ts'
import './cabinet.css'
import { figureWords, unknownHolds } from './figures.ts'

const ProductDialog = dialogIn(async () => (await import('./product-dialog.tsx')).ProductDialog)
const StockLotDialog = dialogIn(async () => (await import('./product-dialog.tsx')).StockLotDialog)

type Asking = { is: 'product'; of: Product | null } | { is: 'lot'; of: Product }

/** What may be given, what its labels say, where that stands, and what lies on the shelf. */
export function Component() {
  const ask = useAppAsk(listProducts, {})
  const may = useMay('editProducts')
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  return (
    <Page
      title="Cabinet"
      lead="What each label says, and where we read it. A treatment without a known withdrawal holds until somebody acts."
      actions={
        may && (
          <Button kind="primary" icon={IconPlus} onClick={() => setAsking({ is: 'product', of: null })}>
            Add product
          </Button>
        )
      }
    >
      <Loaded ask={ask} skeleton={<Skeleton height="24rem" />} failed="The cabinet could not be loaded.">
        {({ products }) => <Products products={products} onAsk={setAsking} />}
      </Loaded>
      {asking?.is === 'product' && <ProductDialog of={asking.of} onClose={close} />}
      {asking?.is === 'lot' && <StockLotDialog of={asking.of} onClose={close} />}
    </Page>
  )
}

const pageSize = 20

interface ProductsProps {
  products: readonly Product[]
  onAsk: (asking: Asking) => void
}

function Products({ products, onAsk }: ProductsProps) {
  const may = useMay('editProducts')
  const [q, setQ] = useState('')
  const looked = useDeferredValue(q).toLowerCase()
  const matching = products.filter(({ name }) => name.toLowerCase().includes(looked))
  const pages = Math.max(1, Math.ceil(matching.length / pageSize))
  const [page, turn] = usePageIn('page', pages)
  const shown = usePrinting() ? matching : matching.slice((page - 1) * pageSize, page * pageSize)
  if (products.length === 0)
    return (
      <EmptyState title="The cabinet is empty" action={may && <LabelsButton />}>
        {may
          ? 'Add a product from its label, or start with the American labels that we have read.'
          : 'An owner or a manager adds the products.'}
      </EmptyState>
    )
  return (
    <>
      <SearchField label="Find a product" onSettled={setQ} />
      <p className="unseen" role="status">
        {matching.length} of {products.length} products
      </p>
      {matching.length === 0 && <p className="soft">No product has that name.</p>}
      {matching.length > 0 && (
        <ul className="cabinet">
          {shown.map((product) => (
            <OneProduct key={product.id} product={product} isOnly={matching.length === 1} onAsk={onAsk} />
          ))}
        </ul>
      )}
      <Pages of="products" page={page} pages={pages} onTurn={turn} />
      {may && <LabelsButton />}
    </>
  )
}

/** The labels that we have read; each says where it stands and asks to check the one in one's hand. */
function LabelsButton() {
  const { send, busy } = useAppCommand(addLabelProducts, {})
  const [problem, setProblem] = useState<string | null>(null)
  const add = async () => {
    setProblem(null)
    try {
      const { added } = await send({})
      toast.success(added === 0 ? 'All of them are here already.' : `${added} products added.`)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <>
      <div className="form-buttons">
        <Button busy={busy} busyLabel="Adding.." onClick={() => void add()}>
          Add American labels
        </Button>
      </div>
      {problem && (
        <Banner is="danger" live>
          {problem}
        </Banner>
      )}
    </>
  )
}

interface OneProductProps {
  product: Product
  /** No other was found: it opens. */
  isOnly: boolean
  onAsk: ProductsProps['onAsk']
}

/** In a line what it holds for and what is wrong; all that its label says once it is pressed. */
function OneProduct({ product, isOnly, onAsk }: OneProductProps) {
  const may = useMay('editProducts')
  const { name, version, uses } = product
  return (
    <li>
      <FoldAway summary={<Glance of={product} />} isOpen={isOnly}>
        <div className="product">
          {uses.length > 0 && <Uses of={product} />}
          <StockLots of={product} />
          <p className="soft">Version {version}</p>
          {may && (
            <div className="form-buttons">
              <Button
                aria-label={`New label of ${name}`}
                onClick={() => onAsk({ is: 'product', of: product })}
              >
                New label
              </Button>
              <Button aria-label={`Add lot of ${name}`} onClick={() => onAsk({ is: 'lot', of: product })}>
                Add lot
              </Button>
            </div>
          )}
        </div>
      </FoldAway>
    </li>
  )
}

/** By the label of the site's country; of another's, whose that is. */
function Glance({ of: { name, uses, stock_lots } }: { of: Product }) {
  const today = useToday()
  const home = homeMarketOf(useMe().place.country)
  const ofHome = uses.filter(({ country }) => country === home)
  const countries = [...new Set(uses.map(countryOf))]
  const said = [...new Set(ofHome.map(({ figures }) => figures.map(figureWords).join(', ')))]
  const isUnknown = uses.length === 0 || said.includes('')
  return (
    <>
      <h2>{name}</h2> {isUnknown && <Status is="danger">{unknownHolds}</Status>}{' '}
      {stock_lots.some(({ expires_on }) => expires_on !== null && expires_on < today) && (
        <Status is="danger">Expired lot</Status>
      )}
      {!isUnknown && (
        <span className="soft product-glance">
          {said.length === 1
            ? said[0]
            : ofHome.length > 0
              ? `${ofHome.length} uses`
              : `${countries.join(', ')} label only`}
        </span>
      )}
    </>
  )
}

function countryOf({ country }: LabelUse) {
  return marketName(country)
}

const labelColumns: readonly Column<LabelUse>[] = [
  { header: 'Country', cell: countryOf },
  {
    header: 'Animals',
    cell: ({ species, classes }) => (classes ? `${species}: ${classes.join(', ')}` : species),
  },
  { header: 'Route', cell: ({ route }) => routeWords[route] ?? route },
  { header: 'Dose', cell: ({ dose }) => (dose ? doseWords(dose) : 'Not given') },
  { header: 'Withdrawal', cell: withdrawalOf },
  {
    header: 'Source',
    cell: ({ source, read_on }) => `${source} (read ${formatDate(`${read_on}T12:00:00Z`, 'UTC')})`,
  },
]

function withdrawalOf({ figures }: LabelUse) {
  return figures.length === 0 ? (
    <Status is="danger">{unknownHolds}</Status>
  ) : (
    figures.map(figureWords).join(', ')
  )
}

const Uses = ({ of: { name, uses } }: { of: Product }) => (
  <Table
    caption={`What the label of ${name} says`}
    rows={uses}
    rowKey={(use) => uses.indexOf(use).toString()}
    empty={null}
    columns={labelColumns}
  />
)

function StockLots({ of: { stock_lots } }: { of: Product }) {
  const today = useToday()
  if (stock_lots.length === 0) return <p className="soft">No lot on the shelf.</p>
  return (
    <ul className="stock-lots" aria-label="Lots">
      {stock_lots.map(({ id, batch, expires_on }) => (
        <li key={id}>
          <span>{batch}</span>{' '}
          {expires_on === null ? (
            <span className="soft">no expiry given</span>
          ) : expires_on < today ? (
            <Status is="danger">Expired {calendarDay(expires_on)}</Status>
          ) : (
            <span className="soft">expires {calendarDay(expires_on)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
