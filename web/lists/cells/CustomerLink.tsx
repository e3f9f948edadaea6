import type { MouseEvent } from 'react'
import { visibleText } from '#contract/text.ts'
import { type DrawerAddress, useDrawers } from '../../ui/dialogs/drawers.ts'
import { openHere } from '../../ui/opens-here.ts'
import classes from './links.module.css'
import { Words } from './Words.tsx'

interface CustomerLinkProps {
  readonly id: number
  readonly name: string
  /** False for admins who may not see customers. */
  readonly opens: boolean
}

/** A customer's name, or their id if the name has no visible characters; a click opens the drawer over the current screen. */
export function CustomerLink({ id, name, opens }: CustomerLinkProps) {
  const openDrawer = useOpenDrawer()
  if (!opens) return <Words text={name} />
  return (
    <a className={classes.record} href={`?customer=${id}`} title={name} onClick={(event) => openDrawer(event, { customer: id })}>
      {visibleText(name) ? name : `#${id}`}
    </a>
  )
}

/** The click handler of a link to a drawer. */
export function useOpenDrawer() {
  const { open } = useDrawers()
  return (event: MouseEvent, drawer: DrawerAddress) => openHere(event, () => open(drawer))
}
