import type { MouseEvent } from 'react'
import { seenText } from '#contract/plain.ts'
import { type DrawerAddress, useDrawers } from '../dialogs/drawers.ts'
import { opensHere } from '../opens-here.ts'
import classes from './links.module.css'
import { Words } from './Words.tsx'

interface CustomerLinkProps {
  readonly id: number
  readonly name: string
  /** False for those who may not see customers. */
  readonly opens: boolean
}

/** A customer's name, or his id where it is nothing that can be seen; a click opens the drawer over the present screen, by its address. */
export function CustomerLink({ id, name, opens }: CustomerLinkProps) {
  const openDrawer = useOpenDrawer()
  if (!opens) return <Words text={name} />
  return (
    <a className={classes.record} href={`?customer=${id}`} title={name} onClick={(event) => openDrawer(event, { customer: id })}>
      {seenText(name) ? name : `#${id}`}
    </a>
  )
}

/** What a link to a drawer does when it is clicked. */
export function useOpenDrawer() {
  const { open } = useDrawers()
  return (event: MouseEvent, drawer: DrawerAddress) => {
    if (!opensHere(event)) return
    event.preventDefault()
    open(drawer)
  }
}
