import { Anchor } from '@mantine/core'
import classes from './cells.module.css'
import { Nothing } from './Nothing.tsx'

/** A URL that opens in a new tab. Anything other than http(s) is shown as text. */
export const WebLink = ({ href }: { href: string }) =>
  /^https?:\/\//i.test(href) ? (
    <Anchor className={classes.words} href={href} target="_blank" rel="noreferrer" title={href} size="sm">
      {href.replace(/^https?:\/\//i, '')}
    </Anchor>
  ) : (
    <Nothing />
  )
