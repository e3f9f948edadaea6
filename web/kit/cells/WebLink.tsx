import { Anchor } from '@mantine/core'
import classes from './cells.module.css'
import { Nothing } from './Nothing.tsx'

/** A web address that opens in a tab of its own; nothing but http(s) becomes a link. */
export const WebLink = ({ href }: { href: string }) =>
  /^https?:\/\//i.test(href) ? (
    <Anchor className={classes.words} href={href} target="_blank" rel="noreferrer" title={href} size="sm">
      {href.replace(/^https?:\/\//i, '')}
    </Anchor>
  ) : (
    <Nothing />
  )
