import { Fragment } from 'react'

/** Longer parts of an address break before their signs, too; a sentence breaks at its spaces. */
const LONG = 24

const partsOf = (text: string) =>
  text.split(/(?=@)/).flatMap((part) => (part.length < LONG || part.includes(' ') ? part : part.split(/(?=[._-])/)))

/** An email address that breaks before its '@', or else before another sign, rather than within a word. */
export const breakable = (email: string) =>
  partsOf(email).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
