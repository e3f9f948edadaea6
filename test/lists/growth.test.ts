import { expectBoundedLists } from './growth.ts'

expectBoundedLists(50_000)
