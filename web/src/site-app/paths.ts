/** Every address of the site app, on a site's own host. */
export const paths = {
  today: () => '/',
  animals: () => '/animals',
  animal: (id: string) => `/animals/${id}`,
  holds: () => '/holds',
  findings: () => '/findings',
  pens: () => '/pens',
  lot: (id: string) => `/lots/${id}`,
  cabinet: () => '/cabinet',
  scan: () => '/scan',
  import: () => '/import',
  demo: () => '/demo',
  settings: () => '/settings',
}
