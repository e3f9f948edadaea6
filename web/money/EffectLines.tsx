import { useT } from '../ui/text/i18n.ts'
import classes from './money.module.css'

export function EffectLines({ lines, emptyText }: { lines: readonly string[]; emptyText: string }) {
  const t = useT()
  return (
    <div role="status" className={classes.effects} data-moves={lines.length > 0 || undefined}>
      {lines.length === 0 ? <p>{t(emptyText)}</p> : lines.map((line) => <p key={line}>{line}</p>)}
    </div>
  )
}
