import * as contract from '@byre/contract/herd/animals'
import { listFindings } from '@byre/contract/herd/findings'
import type { ServeSite } from '../../tenants/index.ts'
import { answerAnimal, answerAnimals, answerFindings } from './animals.actions.ts'

export function animalsRoutes(serve: ServeSite<'herd'>): void {
  serve(contract.listAnimals, answerAnimals)
  serve(contract.getAnimal, answerAnimal)
  serve(listFindings, answerFindings)
}
