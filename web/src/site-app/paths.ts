/** Every address of the site app, on a site's own host. */
export const paths = {
  today: () => '/',
  animals: () => '/animals',
  animal: (id: string) => `/animals/${id}`,
  holds: () => '/holds',
  shipLists: () => '/ship-lists',
  shipList: (id: string) => `/ship-lists/${id}`,
  findings: () => '/findings',
  pens: () => '/pens',
  pen: (id: string) => `/pens/${id}`,
  lot: (id: string) => `/lots/${id}`,
  cabinet: () => '/cabinet',
  scan: () => '/scan',
  import: () => '/import',
  demo: () => '/demo',
  settings: () => '/settings',
}
