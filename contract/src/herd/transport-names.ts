import type { Transport } from './ship-list-parts.ts'

/** What a carrier's papers ask for, as forms and the sheet name it, in their order. */
export const transportNames: Readonly<Record<keyof Transport, string>> = {
  shipper: 'Shipper',
  load_place: 'Loaded at',
  carrier: 'Carrier',
  driver: 'Driver',
  vehicle: 'Vehicle',
  description: 'Description',
  weight: 'Weight',
  last_fed: 'Last fed',
  last_watered: 'Last watered',
  last_rested: 'Last rested',
}
