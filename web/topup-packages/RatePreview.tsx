import { formatTk } from '#contract/money.ts'
import type { Repricing } from '#contract/topup-packages.ts'
import { useT } from '../kit/i18n.ts'
import classes from './packages.module.css'

/** Old price -> new price -> margin of each package; what would be sold below its cost is red, and says so. */
export function RatePreview({ packages }: { packages: readonly Repricing[] }) {
  const t = useT()
  return (
    <div className={classes.preview} aria-live="polite">
      <table>
        <caption>{t('What this rate would do')}</caption>
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
              <td>{bprice}</td>
              <td>{formatTk(cost)}</td>
              <td>
                {formatTk(old_price)} → <b>{formatTk(new_price)}</b>
              </td>
              <td className={classes.margin}>
                {formatTk(margin)} {below_cost && <small>{t('below cost')}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
