import { createSignal } from '../signal.ts'

/** Whether the tab's last call was answered: the network can be up while the server is not. */
let isReached = true
const { subscribe, tell } = createSignal()

export const readReached = (): boolean => isReached

/** Records that a call has ended, with or without a reply. */
export const noteReached = (answered: boolean): void => {
  if (answered === isReached) return
  isReached = answered
  tell()
}

/** Calls `listener` when the server is lost and when it is back. Returns the unsubscribe function. */
export const onReached = subscribe
