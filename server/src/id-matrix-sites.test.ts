import { tellMatrix } from './testing/id-matrix/matrix-tests.ts'

await tellMatrix('sites')
