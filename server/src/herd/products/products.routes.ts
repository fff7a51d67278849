import * as contract from '@byre/contract/herd/products'
import type { ServeSite } from '../../tenants/index.ts'
import { productsOf, putLabelProducts, putProduct, putStockLot, putVersion } from './products.actions.ts'

export function productsRoutes(serve: ServeSite<'herd'>): void {
  serve(contract.listProducts, async (asked) => ({ products: await productsOf(asked) }))
  serve(contract.addProduct, putProduct)
  serve(contract.addProductVersion, putVersion)
  serve(contract.addStockLot, putStockLot)
  serve(contract.addLabelProducts, putLabelProducts)
}
