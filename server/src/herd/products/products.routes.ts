import * as contract from '@byre/contract/herd/products'
import type { Context } from '../../context.ts'
import type { ServeSite } from '../../tenants/index.ts'
import { productsOf, putLabelProducts, putProduct, putStockLot, putVersion } from './products.actions.ts'

export function productsRoutes({ clock }: Context<'herd'>, serve: ServeSite<'herd'>): void {
  serve(contract.listProducts, async (asked) => ({ products: await productsOf(asked) }))
  serve(contract.addProduct, (doing) => putProduct(doing, clock))
  serve(contract.addProductVersion, (doing) => putVersion(doing, clock))
  serve(contract.addStockLot, putStockLot)
  serve(contract.addLabelProducts, putLabelProducts)
}
