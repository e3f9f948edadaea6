import { useState } from 'react'
import { readStoredList, writeStored } from '../ui/stored.ts'

const STORED = 'open-packages'

/** Whether a product's section is open, stored in this browser. */
export function useOpenSection(productId: number): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => read().has(productId))
  return [
    isOpen,
    (next) => {
      setOpen(next)
      write(productId, next)
    },
  ]
}

const read = () => new Set(readStoredList<number>(localStorage, STORED))

function write(productId: number, isOpen: boolean): void {
  const open = read()
  if (isOpen) open.add(productId)
  else open.delete(productId)
  writeStored(localStorage, STORED, [...open])
}
