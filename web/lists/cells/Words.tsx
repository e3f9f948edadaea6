import { breakable } from '../../ui/text/breakable.tsx'
import classes from './cells.module.css'
import { Nothing } from './Nothing.tsx'

/** A text cut off at the column's width; a tooltip shows all of it. */
export const Words = ({ text }: { text: string }) =>
  text === '' ? (
    <Nothing />
  ) : (
    <span className={classes.words} title={text}>
      {breakable(text)}
    </span>
  )
