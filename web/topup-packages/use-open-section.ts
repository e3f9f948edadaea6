import { useEffect, useState } from 'react'
import { readStoredList, writeStored } from '../ui/stored.ts'

const STORED = 'open-packages'

/** Whether a product's section is open, stored in this browser; `isNext` opens it on arrival. */
export function useOpenSection(productId: number, isNext: boolean): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => isNext || read().includes(productId))
  // Its first package is to be seen on coming back.
  useEffect(() => {
    if (isNext) write(productId, true)
  }, [isNext, productId])
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
