/* How forms call what the ledger calls otherwise. */

export const vetNames = {
  'vet.name': 'vet_name',
  'vet.basis': 'vet_basis',
  'vet.prescription': 'vet_prescription',
  vet: 'vet_name',
  vet_figures: 'vet_meat',
}

export const treatedNames = {
  reason: 'treated_for',
  product_name: 'product',
  'dose.typed': 'dose',
  'weight.typed': 'weight',
  ...vetNames,
}
