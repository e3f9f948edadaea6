import { Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { reconcile } from '#contract/reconcile.ts'
import { STORE_ACCOUNTS } from '#contract/statements.ts'
import { status } from '#contract/status.ts'
import { useMay } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { useData } from '../calls/use-data.ts'
import { useOpenDrawer } from '../lists/cells/CustomerLink.tsx'
import { BOOKS_POLL_MS, BooksLight } from '../money/BooksLight.tsx'
import { storeAccountLabel } from '../money/statement/columns.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Section } from '../ui/Section.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import { Frozen, Rules, Stopped } from './Books.tsx'
import { Deliveries } from './Deliveries.tsx'
import { Machine, MachineWarnings } from './Machine.tsx'
import classes from './status.module.css'

/** /test: accounting checks, frozen wallets, webhook deliveries, server and database. */
export function SystemStatusPage() {
  const t = useT()
  const isSuper = useMay('run_the_shop')
  const query = useData(reconcile.show, {}, { refetchInterval: BOOKS_POLL_MS })
  const machine = useData(status.show, {}, { refetchInterval: BOOKS_POLL_MS })
  const check = useCommand(reconcile.check, {
    pending: 'Checking the books...',
    stale: [reconcile.show],
    successMessage: ({ is_sound }) => t(is_sound ? 'Books balanced' : 'Books not balanced'),
  })
  return (
    <Stack gap="lg" maw={960}>
      <PageTitle title="System status">
        {isSuper && (
          <WorkButton
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            isRunning={check.isRunning}
            onClick={() => void check.run({})}
          >
            {t('Check now')}
          </WorkButton>
        )}
      </PageTitle>
      <ReadError query={query} />
      {/* Both, or a warning would push down what is being read. */}
      {query.data && !machine.isLoading ? (
        <>
          {machine.data && <MachineWarnings data={machine.data} />}
          <BooksLight />
          <Stopped reason={query.data.stopped} />
          <Frozen accounts={query.data.frozen} />
          <Rules rules={query.data.rules} isChecked={query.data.checked_at !== null && !query.data.is_behind} />
          <StoreAccounts />
          <Deliveries />
          {machine.data ? <Machine data={machine.data} /> : <ReadError query={machine} />}
        </>
      ) : (
        !query.error && <Loading rows={8} height={48} />
      )}
    </Stack>
  )
}

function StoreAccounts() {
  const openDrawer = useOpenDrawer()
  return (
    <Section title="The store’s own accounts">
      <ul className={classes.accounts}>
        {STORE_ACCOUNTS.map((account) => (
          <li key={account}>
            <a href={`?statement=store:${account}`} onClick={(event) => openDrawer(event, { statement: `store:${account}` })}>
              {storeAccountLabel(account)}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
