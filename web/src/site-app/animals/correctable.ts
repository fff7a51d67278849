/* What of an event can be told differently; of any other kind it is taken back and recorded again. */

export interface CorrectableField {
  /** Of the event's body. */
  name: string
  label: string
  is: 'line' | 'words' | 'number' | 'tag' | 'pen' | 'lot' | 'kg' | 'mL'
}

const fields: Readonly<Record<string, readonly CorrectableField[]>> = {
  weighed: [{ name: 'weight', label: 'Weight', is: 'kg' }],
  treated: [
    { name: 'dose', label: 'Dose', is: 'mL' },
    { name: 'route', label: 'Route', is: 'line' },
    { name: 'batch', label: 'Lot of the medicine', is: 'line' },
    { name: 'reason', label: 'Reason', is: 'line' },
  ],
  observed: [{ name: 'text', label: 'Note', is: 'words' }],
  noted: [{ name: 'text', label: 'Note', is: 'words' }],
  moved: [{ name: 'pen', label: 'Pen', is: 'pen' }],
  lot_joined: [{ name: 'lot', label: 'Lot', is: 'lot' }],
  tagged: [{ name: 'tag', label: 'Tag', is: 'tag' }],
  calved: [
    { name: 'calves', label: 'Calves', is: 'number' },
    { name: 'text', label: 'Note', is: 'words' },
  ],
  bred: [
    { name: 'sire_name', label: 'Sire', is: 'line' },
    { name: 'text', label: 'Note', is: 'words' },
  ],
  preg_checked: [{ name: 'text', label: 'Note', is: 'words' }],
  weaned: [{ name: 'text', label: 'Note', is: 'words' }],
  died: [{ name: 'cause', label: 'Cause', is: 'line' }],
  left: [{ name: 'to', label: 'Where it went', is: 'line' }],
}

export const isCorrectable = (kind: string): boolean => kind in fields
export const correctableFields = (kind: string): readonly CorrectableField[] => fields[kind] ?? []
