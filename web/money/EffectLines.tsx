import { useT } from '../ui/text/i18n.ts'
import classes from './money.module.css'

interface EffectLinesProps {
  readonly lines: readonly string[]
  /** Said where nothing moves; not before anything was typed. */
  readonly emptyText?: string | false
}

/** What saving will do to which wallet. */
export function EffectLines({ lines, emptyText = false }: EffectLinesProps) {
  const t = useT()
  return (
    <div role="status" className={classes.effects} data-moves={lines.length > 0 || undefined}>
      {lines.length === 0 ? emptyText && <p>{t(emptyText)}</p> : lines.map((line) => <p key={line}>{line}</p>)}
    </div>
  )
}
