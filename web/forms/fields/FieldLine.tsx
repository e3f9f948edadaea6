import type { ReactNode } from 'react'
import classes from './field-line.module.css'

/** Short fields side by side, their boxes at one height; below each other on a phone. */
export const FieldLine = ({ children }: { children: ReactNode }) => <div className={classes.line}>{children}</div>
