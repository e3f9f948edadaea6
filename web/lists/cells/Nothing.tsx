import classes from './cells.module.css'

/** Placeholder for a missing value; cards on a phone leave it out. */
export const Nothing = () => (
  <span className={classes.nothing} data-empty>
    ---
  </span>
)
