import classes from './cells.module.css'
import { Nothing } from './Nothing.tsx'

/** A text that is cut off where the column ends; the whole of it shows on hover. */
export const Words = ({ text }: { text: string }) =>
  text === '' ? (
    <Nothing />
  ) : (
    <span className={classes.words} title={text}>
      {text}
    </span>
  )
