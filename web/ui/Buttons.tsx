import type { ReactNode } from 'react'
import classes from './buttons.module.css'

/** The buttons at the end of a dialog or drawer, which stay in view while what is above scrolls. */
export const Buttons = ({ children }: { children: ReactNode }) => <div className={classes.buttons}>{children}</div>
