import { tellMatrix } from './testing/id-matrix/stories.ts'

await tellMatrix('clinics')
