import { Button, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type SetUp as Done, dashboard } from '#contract/dashboard.ts'
import { useData } from '../calls/use-data.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './dashboard.module.css'

/** So few steps are folded, beside the title. */
const FEW = 2

interface Step {
  readonly needs: keyof Done
  readonly label: string
  readonly about: string
  /** Where it is done. */
  readonly to: '/topup-product/add' | '/topup-packages' | '/payment-method/add' | '/admin/add' | '/settings'
}

const STEPS: readonly Step[] = [
  { needs: 'product', label: 'Add a top-up product', about: 'A game, with its logo and rules', to: '/topup-product/add' },
  { needs: 'package', label: 'Add its packages', about: 'What customers buy, with sell and buy price', to: '/topup-packages' },
  { needs: 'method', label: 'Add a payment method', about: 'How customers pay into their wallets', to: '/payment-method/add' },
  {
    needs: 'store_key',
    label: 'Make the store’s key',
    about: 'Your website or app places orders with it',
    to: '/settings',
  },
  { needs: 'store_called', label: 'Connect the store', about: 'By the API reference; no call has come yet', to: '/settings' },
  { needs: 'colleague', label: 'Invite a colleague', about: 'Then grant what they may do', to: '/admin/add' },
  { needs: 'gateway', label: 'Choose an SMS gateway', about: 'Until then messages are only kept', to: '/settings' },
]

/** What a new shop still lacks, beside the dashboard's title; until it is done or a super admin has hidden it in this browser. */
export function SetUp() {
  const t = useT()
  const [isHidden, setHidden] = useLocalStorage({ key: 'set-up-hidden', defaultValue: false, getInitialValueInEffect: false })
  const done = useData(dashboard.setUp, {}, { enabled: !isHidden }).data
  const left = done ? STEPS.filter(({ needs }) => !done[needs]).length : 0
  if (isHidden || !done || left === 0) return null
  return (
    <section className={classes.setUp} aria-labelledby="set-up">
      <details open={left > FEW}>
        <summary>
          <Title order={2} id="set-up">
            {t('Set up your shop: {{count}} of {{total}} done', { count: STEPS.length - left, total: STEPS.length })}
          </Title>
        </summary>
        <ul className={classes.steps}>
          {STEPS.map(({ needs, label, about, to }) => (
            <li key={needs} data-done={done[needs]}>
              {done[needs] ? <IconCircleCheckFilled size={18} aria-label={t('Done')} /> : <IconCircle size={18} aria-hidden />}
              <div>
                {done[needs] ? <Text span>{t(label)}</Text> : <Link to={to}>{t(label)}</Link>}
                {!done[needs] && <p className={classes.about}>{t(about)}</p>}
              </div>
            </li>
          ))}
        </ul>
        <Button variant="default" size="xs" mt="sm" onClick={() => setHidden(true)}>
          {t('Hide')}
        </Button>
      </details>
    </section>
  )
}
