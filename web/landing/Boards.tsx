import { Text } from '@mantine/core'
import type { Output } from '#contract/endpoint.ts'
import type { landing } from '#contract/landing.ts'
import { WebLink } from '../lists/cells/WebLink.tsx'
import { imageAddress } from '../ui/image-address.ts'
import { Board } from './Board.tsx'
import classes from './landing.module.css'

type Shown = Output<typeof landing.show>

export const HomeNotice = ({ notice }: { notice: Shown['notices'][number] | undefined }) => (
  <Board title="Home notice" edits={['/notice', 'notices']} isEmpty={!notice}>
    {notice && (
      <div className={classes.notice}>
        {notice.image && <img src={imageAddress(notice.image)} alt="" />}
        <div>
          <Text className={classes.text}>{notice.notice}</Text>
          {notice.link && <WebLink href={notice.link} />}
        </div>
      </div>
    )}
  </Board>
)

export const Banners = ({ banners }: { banners: Shown['banners'] }) => (
  <Board title="Banners" edits={['/banner', 'banners']} isEmpty={banners.length === 0}>
    <ul className={classes.banners}>
      {banners.map(({ id, note, link, banner }) => (
        <li key={id}>
          <img src={imageAddress(banner)} alt="" loading="lazy" />
          <span>{note}</span>
          {link && <WebLink href={link} />}
        </li>
      ))}
    </ul>
  </Board>
)

export const PaymentMethods = ({ methods }: { methods: Shown['payment_methods'] }) => (
  <Board title="Payment methods" edits={['/payment-method', 'payment_methods']} isEmpty={methods.length === 0}>
    <ul className={classes.methods}>
      {methods.map(({ id, name, logo, info }) => (
        <li key={id}>
          {logo && <img src={imageAddress(logo)} alt="" />}
          <span>
            <b>{name}</b>
            {info}
          </span>
        </li>
      ))}
    </ul>
  </Board>
)
