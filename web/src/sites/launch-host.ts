/** `north.byre.app` of a launch address. */
export const hostOf = (launchUrl: string) => new URL(launchUrl, location.href).host
