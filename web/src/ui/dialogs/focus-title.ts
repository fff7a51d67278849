/** What had focus is gone, or on another page of the list: the title takes it, as on arriving. */
export const focusTitle = () => document.querySelector<HTMLElement>('h1')?.focus()
