import { useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { useT } from '../../ui/text/i18n.ts'
import { WorkButton } from '../../ui/WorkButton.tsx'
import { Secret } from '../Secret.tsx'
import { SECRET_LABELS, type SecretField, type useSecrets } from '../use-secrets.ts'
import classes from './drawer.module.css'

interface SecretRowProps {
  readonly field: SecretField
  readonly order: OrderRow
  readonly secrets: ReturnType<typeof useSecrets>
  readonly mayRead: boolean
}

/** A masked in-game secret that can be copied unseen, or shown. Both claim the order first if nobody holds it. */
export function SecretRow({ field, order, secrets, mayRead }: SecretRowProps) {
  const t = useT()
  const [shown, setShown] = useState<string>()
  if (order[field] === '') return null
  const name = t(SECRET_LABELS[field])
  return (
    <div>
      <dt>{name}</dt>
      <dd>{shown === undefined ? <Secret mask={order[field]} /> : <code className={classes.revealed}>{shown}</code>}</dd>
      {mayRead && (
        <dd className={classes.secret}>
          <SecretButton label={t('Copy without showing')} of={name} ask={() => secrets.copyHidden(order, field)} />
          <SecretButton
            label={t(shown === undefined ? 'Show' : 'Hide')}
            of={name}
            hides={shown !== undefined}
            ask={async () => setShown(shown === undefined ? await secrets.read(order, field) : undefined)}
          />
        </dd>
      )}
    </div>
  )
}

interface SecretButtonProps {
  readonly label: string
  readonly of: string
  /** Only hides what was shown; calls nothing. */
  readonly hides?: boolean
  readonly ask: () => Promise<void>
}

/** Each reveal is audited: the second click of a double click neither reveals again nor hides. Later clicks hide. */
function SecretButton({ label, of, hides = false, ask }: SecretButtonProps) {
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    await ask()
    setRunning(false)
  }
  return (
    <WorkButton
      size="compact-sm"
      variant="default"
      aria-label={`${label}: ${of}`}
      isRunning={isRunning}
      onClick={({ detail }) => (detail < 2 || (hides && detail > 2)) && void run()}
    >
      {label}
    </WorkButton>
  )
}
