import classes from './keys.module.css'
import { keyCaps } from './keys.ts'

/** A shortcut as the keys that are pressed. */
export const Keys = ({ code }: { code: string }) => (
  <span className={classes.keys}>
    {keyCaps(code)
      .flat()
      .map((cap) => (
        <kbd key={cap} className={classes.key}>
          {cap}
        </kbd>
      ))}
  </span>
)
