import { Text } from '@mantine/core'
import { formatTk } from '#contract/money.ts'
import type { Repricing } from '#contract/topup-packages.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './packages.module.css'

interface RatePreviewProps {
  readonly packages: readonly Repricing[]
  /** The preview of the new rate is loading. */
  readonly isStale: boolean
}

/** Old price -> new price -> margin of each package. Prices below cost are red and labelled. */
export function RatePreview({ packages, isStale }: RatePreviewProps) {
  const t = useT()
  const losses = packages.filter(({ below_cost }) => below_cost).length
  return (
    <div className={classes.preview} aria-busy={isStale}>
      <table>
        <caption>{t('Preview of this rate')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Buy price')}</th>
            <th scope="col">{t('Cost')}</th>
            <th scope="col">{t('Price')}</th>
            <th scope="col">{t('Margin')}</th>
          </tr>
        </thead>
        <tbody>
          {packages.map(({ id, name, bprice, cost, old_price, new_price, margin, below_cost }) => (
            <tr key={id} data-below-cost={below_cost || undefined}>
              <th scope="row">{name}</th>
              <td data-label={t('Buy price')}>{bprice}</td>
              <td data-label={t('Cost')}>{formatTk(cost)}</td>
              <td data-label={t('Price')}>
                {formatTk(old_price)} → <b>{formatTk(new_price)}</b>
              </td>
              <td data-label={t('Margin')} className={classes.margin}>
                {formatTk(margin)} {below_cost && <small>{t('below cost')}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" role="status" className={classes.losses}>
        {losses > 0 && t('{{count}} of {{of}} would be sold below cost', { count: losses, of: packages.length })}
      </Text>
    </div>
  )
}
