/**
 * The addresses of the site app's screens on a site's own host, with `:name` for parameters: each answers the app's page to
 * whoever is signed in there, and begins the launch for others. `web/src/site-app/paths.test.ts` holds them equal to its routes.
 */
export const siteScreens = [
  '/',
  '/animals',
  '/animals/:id',
  '/holds',
  '/ship-lists',
  '/ship-lists/:id',
  '/findings',
  '/pens',
  '/pens/:id',
  '/lots/:id',
  '/cabinet',
  '/scan',
  '/import',
  '/demo',
  '/settings',
] as const
