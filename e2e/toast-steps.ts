import type { Page } from 'playwright-core'

/** Pointed at, what was just said stays, however long the page takes for the rest. */
export const keepToast = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Notifications' }).locator('.toast').first().hover()

/** Whether what is said for a while lies over the header, and which buttons it covers, once all is drawn. */
export const coveredByToasts = (page: Page): Promise<{ header: boolean; names: string[] }> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => {
          const over = document.querySelector('.toasts')!.getBoundingClientRect()
          const below = [...document.querySelectorAll('main :is(button, .button)')]
            .filter((one) => one.checkVisibility())
            .map((one) => [one, one.getBoundingClientRect()] as const)
          const header = document.querySelector('header')!.getBoundingClientRect()
          done({
            header: over.top < header.bottom,
            names: below
              .filter(([, { top, bottom, left, right }]) => {
                const beside = right <= over.left || left >= over.right
                return !beside && bottom > over.top && top < over.bottom
              })
              .map(([one]) => one.textContent || one.id),
          })
        })
      }),
  )
