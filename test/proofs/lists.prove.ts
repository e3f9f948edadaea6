import { expectBoundedLists } from '../lists/growth.ts'

expectBoundedLists(1_000_000)
