import { useState } from 'react'

const STORED = 'open-packages'

/** Whether a product's section is open, remembered in this browser. */
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

function read(): Set<number> {
  try {
    return new Set(JSON.parse(localStorage.getItem(STORED) ?? '[]') as number[])
  } catch {
    return new Set()
  }
}

function write(productId: number, isOpen: boolean): void {
  const open = read()
  if (isOpen) open.add(productId)
  else open.delete(productId)
  try {
    localStorage.setItem(STORED, JSON.stringify([...open]))
  } catch {
    // A full or closed storage only means that the choice is not remembered.
  }
}
