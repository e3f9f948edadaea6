import { createSignal } from '../ui/signal.ts'

/** Whether the tab's last call was answered: the network can be up while the server is not. */
let isReachable = true
const { subscribe, notify } = createSignal()

export const readReachability = (): boolean => isReachable

/** Records that a call has ended, with or without a reply. */
export const recordReachability = (answered: boolean): void => {
  if (answered === isReachable) return
  isReachable = answered
  notify()
}

/** Calls `listener` when the server is lost and when it is back. Returns the unsubscribe function. */
export const onReachabilityChange = subscribe
