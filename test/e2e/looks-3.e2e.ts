import { lookAtPart } from './looks.ts'

await lookAtPart(3)
