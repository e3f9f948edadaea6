import type { Tk } from '#contract/money.ts'
import type { ReadMessage } from '#contract/payment-rows.ts'
import { readMessage } from './read.ts'

/** The messages of a paste, each with what it says. A blank line ends a message; so does the end of a line if each line reads alone. */
export const readPasted = (text: string): ReadMessage[] =>
  text
    .split(/\r?\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .flatMap(readBlock)

// The lines first: in a reference, which may hold anything, the whole could pass for one message.
const readBlock = (block: string): ReadMessage[] => {
  const lines = block.split(/\r?\n/).map((line) => messageOf(line.trim()))
  return lines.length > 1 && lines.every(({ reads }) => reads !== 'unread') ? lines : [messageOf(block)]
}

const messageOf = (text: string): ReadMessage => {
  const reading = readMessage(text)
  const facts = reading.is === 'credit' || reading.is === 'debit' ? reading : undefined
  return {
    text,
    reads: reading.is,
    kind: 'kind' in reading ? reading.kind : '',
    amount: facts ? (Number(facts.amount) as Tk) : null,
    trx_id: facts?.trx_id ?? '',
    payer: facts?.payer ?? '',
    paid_at: facts?.paid_at ? new Date(facts.paid_at).toISOString() : null,
  }
}
