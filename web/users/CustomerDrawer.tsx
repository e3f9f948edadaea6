import { Stack, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { LIST_POLL_MS } from '#contract/limits.ts'
import { USER_WALLETS } from '#contract/statements.ts'
import { type UserDrawer, users } from '#contract/users.ts'
import type { ApiError } from '../calls/api.ts'
import { useCan, useMay } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { Timeline } from '../desk/timeline/Timeline.tsx'
import { walletLabel } from '../money/statement/columns.tsx'
import { Statement } from '../money/statement/Statement.tsx'
import { statementOfUser } from '../money/statement/sources.ts'
import { type DrawerAddress, useDrawers } from '../ui/dialogs/drawers.ts'
import { isOver, LastRead, SideDrawer } from '../ui/dialogs/SideDrawer.tsx'
import { LoadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { CustomerFacts } from './CustomerFacts.tsx'
import { CustomerNote } from './CustomerNote.tsx'
import { CustomerRecords } from './CustomerRecords.tsx'
import classes from './customer.module.css'

interface CustomerDrawerProps {
  readonly id: number
  readonly onClose: () => void
}

/** A customer over any screen: wallets, latest orders, statements. */
export function CustomerDrawer({ id, onClose }: CustomerDrawerProps) {
  const t = useT()
  const query = useData(users.drawer, { id }, { refetchInterval: LIST_POLL_MS })
  return (
    <SideDrawer
      opened
      onClose={onClose}
      size="48rem"
      title={query.data && !isOver(query.error) ? `${query.data.user.username} #${id}` : t('User {{id}}', { id })}
      isUppermost
    >
      <LastRead query={query} failed={(error, retry) => <Missing id={id} error={error} onRetry={retry} />}>
        {(drawer) => <Customer drawer={drawer} />}
      </LastRead>
    </SideDrawer>
  )
}

interface MissingProps {
  readonly id: number
  readonly error: ApiError
  readonly onRetry: () => void
}

/** Super admins can still open a deleted customer's wallets: open orders are refunded to them. */
function Missing({ id, error, onRetry }: MissingProps) {
  const t = useT()
  const isSuper = useMay('run_the_shop')
  if (error.status !== 404 || !isSuper) return <LoadError error={error} onRetry={onRetry} />
  return (
    <Stack gap="md">
      <Text role="status">{t('This customer no longer exists. A deleted customer’s wallets stay here.')}</Text>
      <Choice id={id} />
    </Stack>
  )
}

function Customer({ drawer }: { drawer: UserDrawer }) {
  const t = useT()
  const seesStatements = useCan()('statements_view')
  const records = <CustomerRecords drawer={drawer} />
  return (
    <Stack gap="md">
      <CustomerFacts drawer={drawer} />
      <CustomerNote key={drawer.user.id} drawer={drawer} />
      <Timeline
        call={users.timeline}
        subject="user"
        id={drawer.user.id}
        began={{ at: drawer.user.created_at, text: t('Account created') }}
      />
      {seesStatements ? <Choice id={drawer.user.id} records={records} /> : records}
    </Stack>
  )
}

/** The latest records, if any, or the statement of a wallet. */
function Choice({ id, records }: { id: number; records?: ReactNode }) {
  const t = useT()
  const { statement } = useSearch({ strict: false }) as DrawerAddress
  const { change } = useDrawers()
  const [first, ...others] = records ? ([undefined, ...USER_WALLETS] as const) : USER_WALLETS
  const wallet = USER_WALLETS.find((name) => name === statement) ?? first
  const tabs = useRef<HTMLFieldSetElement>(null)
  const isBelow = records !== undefined && wallet !== undefined
  // Below the facts and the note a statement would begin under the fold.
  useEffect(() => {
    if (isBelow) tabs.current?.scrollIntoView()
  }, [isBelow])
  return (
    <>
      <fieldset ref={tabs} className={classes.tabs}>
        <legend>{t('Show')}</legend>
        {[first, ...others].map((choice) => (
          <button
            key={choice ?? 'records'}
            type="button"
            className={classes.tab}
            aria-pressed={wallet === choice}
            onClick={() => change({ statement: choice, statement_page: undefined })}
          >
            {choice ? t('Statement: {{wallet}}', { wallet: walletLabel(choice) }) : t('Last records')}
          </button>
        ))}
      </fieldset>
      {wallet ? (
        <div className={isBelow ? classes.statement : undefined}>
          <Statement key={wallet} source={statementOfUser(id, wallet)} />
        </div>
      ) : (
        records
      )}
    </>
  )
}
