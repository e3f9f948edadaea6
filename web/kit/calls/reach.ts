import { createSignal } from '../signal.ts'

/** Whether the server has answered the last call of this tab: the network may be there while the server is not. */
let isReached = true
const { subscribe, tell } = createSignal()

export const readReached = (): boolean => isReached

/** A call has come to its end, with an answer or without one. */
export const noteReached = (answered: boolean): void => {
  if (answered === isReached) return
  isReached = answered
  tell()
}

/** Calls `listener` when the server is lost and when it is back; returns how to stop. */
export const onReached = subscribe
