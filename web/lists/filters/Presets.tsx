import { Button } from '@mantine/core'
import type { Period } from '#contract/dashboard.ts'
import { useT } from '../../ui/text/i18n.ts'
import { today } from './days.ts'
import classes from './filters.module.css'
import { PERIODS } from './periods.ts'

/** Common periods, one click each. */
export function Presets({ onChoose }: { onChoose: (period: Period) => void }) {
  const t = useT()
  return (
    <div className={classes.presets}>
      {PERIODS.map(([label, until]) => (
        <Button key={label} size="compact-sm" variant="default" onClick={() => onChoose(until(today()))}>
          {t(label)}
        </Button>
      ))}
    </div>
  )
}
