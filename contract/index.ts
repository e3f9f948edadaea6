import { desk } from './desk.ts'
import { health } from './health.ts'
import { orders } from './orders.ts'
import { profile, session } from './session.ts'
import { store } from './store.ts'
import { walletTopups } from './wallet-topups.ts'
import { work } from './work.ts'

/** The table of contents: every call of the API. */
export const api = { health, session, profile, work, orders, desk, walletTopups, store }
