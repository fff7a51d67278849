import type { Product } from '../brand.ts'

/** What the plans cost a month, in dollars of either country and without tax; a test holds them to the plans on offer. */
export const publicPrices: Record<Product, readonly { name: string; dollars: number }[]> = {
  sites: [
    { name: 'Ranch', dollars: 29 },
    { name: 'Herd', dollars: 79 },
    { name: 'Feedlot', dollars: 249 },
  ],
  clinics: [
    { name: 'Solo', dollars: 99 },
    { name: 'Practice', dollars: 249 },
    { name: 'Regional', dollars: 499 },
  ],
}
