/* What only a long list shows, in one file. */
export { PlaceChoices } from './place-choices.tsx'
export { PlaceTable } from './place-table.tsx'
