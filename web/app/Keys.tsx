import { keyCaps } from '../ui/keys.ts'
import classes from './keys.module.css'

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
