import { useState } from 'react'
import { readStoredList, writeStored } from '../ui/stored.ts'

const STORED = 'open-packages'

/** Whether a product's section is open, stored in this browser. */
export function useOpenSection(productId: number): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => read().includes(productId))
  return [
    isOpen,
    (next) => {
      setOpen(next)
      write(productId, next)
    },
  ]
}

const read = () => readStoredList<number>(localStorage, STORED)

function write(productId: number, isOpen: boolean): void {
  const others = read().filter((id) => id !== productId)
  writeStored(localStorage, STORED, isOpen ? [...others, productId] : others)
}
