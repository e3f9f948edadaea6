import { IconAlertTriangle } from '@tabler/icons-react'
import type { Output } from '#contract/endpoint.ts'
import { BACKUP_WITHIN_DAYS } from '#contract/limits.ts'
import type { status } from '#contract/status.ts'
import { serverNow } from '../calls/clock.ts'
import { When } from '../lists/cells/When.tsx'
import { Section } from '../ui/Section.tsx'
import { howLong } from '../ui/text/how-long.ts'
import { type T, useT } from '../ui/text/i18n.ts'
import { Line } from './Line.tsx'
import classes from './status.module.css'

type State = Output<typeof status.show>['backups']

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The time of the last backup, with a warning if it is too old. */
export function Backups({ last, restored }: State) {
  const t = useT()
  const age = last ? serverNow() - Date.parse(last.at) : undefined
  const isLate = age === undefined || age >= BACKUP_WITHIN_DAYS * DAY_MS
  return (
    <Section title="Backups">
      <ul className={classes.rules}>
        <Line
          mark={isLate && <IconAlertTriangle size={20} aria-hidden />}
          name={t('Last backup')}
          notes={[
            last && facts(last, t),
            isLate && t('On the server: {{command}}', { command: 'npm run backup -- /backups/shop.topdeck' }),
          ]}
          isBroken={isLate}
        >
          {last && age !== undefined ? (
            <span className={classes.idle}>
              {age < MINUTE_MS ? t('just now') : t('{{time}} ago', { time: howLong(age / MINUTE_MS, t) })}{' '}
              <When instant={last.at} />
            </span>
          ) : (
            <span className={classes.idle}>{t('never')}</span>
          )}
        </Line>
        {restored && (
          <Line
            name={t('Restored')}
            notes={
              <>
                {t('backup of')} <When instant={restored.moment} />
              </>
            }
          >
            <When instant={restored.at} />
          </Line>
        )}
      </ul>
    </Section>
  )
}

const number = (value: number) => value.toLocaleString('en')

const facts = ({ bytes, rows, missing, with_key }: NonNullable<State['last']>, t: T) =>
  [
    t('{{size}} kB, {{rows}} rows', { size: number(Math.ceil(bytes / 1_000)), rows: number(rows) }),
    t(with_key ? 'with the key' : 'without the key'),
    ...(missing > 0 ? [t('{{count}} pictures missing', { count: missing })] : []),
  ].join(', ')
