import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { withoutDrawers } from '../drawers.ts'
import classes from './links.module.css'
import { Words } from './Words.tsx'

interface CustomerLinkProps {
  readonly id: number
  readonly name: string
  /** False for those who may not see customers. */
  readonly opens: boolean
}

/** A customer's name; a click opens the drawer over the present screen, by its address. */
export function CustomerLink({ id, name, opens }: CustomerLinkProps) {
  const openDrawer = useOpenDrawer()
  if (!opens) return <Words text={name} />
  return (
    <a className={classes.record} href={`?customer=${id}`} title={name} onClick={(event) => openDrawer(event, { customer: id })}>
      {name}
    </a>
  )
}

/** Opens a drawer by the address: what the list shows stays, and Back closes it. */
export function useOpenDrawer() {
  const navigate = useNavigate()
  return (event: MouseEvent, drawer: { customer?: number; statement?: string }) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const search = (before: Record<string, unknown>) => ({ ...withoutDrawers(before), ...drawer })
    void navigate({ to: '.', search: search as never, resetScroll: false })
  }
}
