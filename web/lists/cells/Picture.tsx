import { imageAddress } from '../../ui/image-address.ts'
import classes from './cells.module.css'

/** A small picture beside the name; the name's first letter if there is none. */
export const Picture = ({ image, name }: { image: string; name: string }) =>
  image === '' ? (
    <span className={classes.picture} aria-hidden>
      {name.slice(0, 1)}
    </span>
  ) : (
    <img className={classes.picture} src={imageAddress(image)} alt="" width={36} height={36} loading="lazy" decoding="async" />
  )
