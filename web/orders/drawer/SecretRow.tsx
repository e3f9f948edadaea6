import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { Secret } from '../../kit/cells/Secret.tsx'
import { useT } from '../../kit/i18n.ts'
import { SECRET_LABELS, type SecretField, type useSecrets } from '../use-secrets.ts'
import classes from './drawer.module.css'

interface SecretRowProps {
  readonly field: SecretField
  readonly order: OrderRow
  readonly secrets: ReturnType<typeof useSecrets>
  readonly mayRead: boolean
}

/** An in-game secret as dots: copied without being shown, or shown. Either takes the order first where nobody holds it. */
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
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('Copy without showing')}: ${name}`}
            onClick={() => void secrets.copyUnseen(order, field)}
          >
            {t('Copy without showing')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t(shown === undefined ? 'Show' : 'Hide')}: ${name}`}
            onClick={async () => setShown(shown === undefined ? await secrets.read(order, field) : undefined)}
          >
            {t(shown === undefined ? 'Show' : 'Hide')}
          </Button>
        </dd>
      )}
    </div>
  )
}
