import { Button } from '@mantine/core'
import type { Period } from '#contract/dashboard.ts'
import { useT } from '../../ui/text/i18n.ts'
import { today } from './days.ts'
import classes from './filters.module.css'
import { PERIODS } from './periods.ts'

interface PresetsProps {
  /** The period that is shown. */
  readonly chosen?: Period
  readonly onChoose: (period: Period) => void
}

/** Common periods, one click each. */
export function Presets({ chosen, onChoose }: PresetsProps) {
  const t = useT()
  const isChosen = ({ from, to }: Period) => from === chosen?.from && to === chosen.to
  return (
    <div className={classes.presets}>
      {PERIODS.map(([label, until]) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          aria-pressed={chosen && isChosen(until(today()))}
          onClick={() => onChoose(until(today()))}
        >
          {t(label)}
        </Button>
      ))}
    </div>
  )
}
