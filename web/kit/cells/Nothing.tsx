import classes from './cells.module.css'

/** The place of a value that is not there; a phone's card leaves it out. */
export const Nothing = () => (
  <span className={classes.nothing} data-empty>
    ---
  </span>
)
