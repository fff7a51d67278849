/** How a brand's mails, documents and the server's own pages look, and how it is called. */
export interface Branding {
  brandName: string
  /** One path in a 24 × 24 box. */
  logo: string
  /** White text is read on it. */
  accent: string
  accentInDark: string
  textOnDarkAccent: string
  publicUrl: string
  /** What is named beneath mails. */
  links: readonly { label: string; href: string }[]
}
