import { Typography } from '@mantine/core'
import '@mantine/core/styles/Typography.css'
import type { Output } from '#contract/endpoint.ts'
import type { landing } from '#contract/landing.ts'
import { formatTk } from '#contract/money.ts'
import { AvailabilityBadge } from '../lists/cells/FlagBadge.tsx'
import { imageAddress } from '../ui/image-address.ts'
import { useT } from '../ui/text/i18n.ts'
import { Board } from './Board.tsx'
import classes from './landing.module.css'

type Shown = Output<typeof landing.show>

export const Products = ({ products }: { products: Shown['products'] }) => (
  <Board title="Top-up products" edits={['/topup-packages', 'topup_packages']} isEmpty={products.length === 0}>
    <ul className={classes.products}>
      {products.map((product) => (
        <li key={product.id}>
          <div className={classes.head}>
            {product.logo && <img src={imageAddress(product.logo)} alt="" loading="lazy" />}
            <h3>{product.name}</h3>
            {product.availability !== 'on_sale' && <AvailabilityBadge availability={product.availability} />}
          </div>
          <ul className={classes.packages}>
            {product.packages.map(({ id, name, price }) => (
              <li key={id}>
                <span>{name}</span>
                <b>{formatTk(price)}</b>
              </li>
            ))}
          </ul>
          <Formatted title="Rules" html={product.rules} />
        </li>
      ))}
    </ul>
  </Board>
)

/** The regular price is struck through if the product costs less. */
export function PhysicalProducts({ products }: { products: Shown['physical_products'] }) {
  const t = useT()
  return (
    <Board title="Physical products" edits={['/physical-product', 'physical_products']} isEmpty={products.length === 0}>
      <ul className={classes.products}>
        {products.map(({ id, name, image, sale_price, regular_price, quantity, description }) => (
          <li key={id}>
            <div className={classes.head}>
              {image && <img src={imageAddress(image)} alt="" loading="lazy" />}
              <h3>{name}</h3>
            </div>
            <p className={classes.price}>
              <b>{formatTk(sale_price)}</b> {regular_price > sale_price && <del>{formatTk(regular_price)}</del>}
              <small>{t('{{count}} left', { count: quantity })}</small>
            </p>
            <Formatted title="Description" html={description} />
          </li>
        ))}
      </ul>
    </Board>
  )
}

function Formatted({ title, html }: { title: 'Rules' | 'Description'; html: string }) {
  const t = useT()
  if (html === '') return null
  return (
    <details className={classes.formatted}>
      <summary>{t(title)}</summary>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server allow-lists this HTML; inline scripts are blocked */}
      <Typography dangerouslySetInnerHTML={{ __html: html }} />
    </details>
  )
}
