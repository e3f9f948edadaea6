import { Stack, Title } from '@mantine/core'
import { COUNTS_POLL_MS } from '#contract/limits.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { may } from '#contract/roles.ts'
import { status } from '#contract/status.ts'
import { useCan, useProfile } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { BooksLight } from '../money/BooksLight.tsx'
import { DiskWarning } from '../ui/DiskWarning.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { Answers } from './Answers.tsx'
import { Customers, Performances } from './Best.tsx'
import classes from './dashboard.module.css'
import { FailedSignIns } from './FailedSignIns.tsx'
import { Figures, Totals } from './Figures.tsx'
import { Games } from './Games.tsx'
import { SetUp } from './SetUp.tsx'
import { TotalOrders } from './TotalOrders.tsx'
import { useFreshFigures } from './use-fresh-figures.ts'
import { Waiting } from './Waiting.tsx'

const DISK_POLL_MS = 300_000

/** '/': the work that waits for this admin, with links to it; below it the shop's figures. */
export function DashboardPage() {
  const profile = useProfile().data
  const can = useCan()
  useFreshFigures()
  const mayDo = profile && (may(profile, 'run_the_shop') || profile.modules.length > 0)
  return (
    <Stack gap="sm" maw={1200}>
      <PageTitle title="Dashboard">{may(profile, 'run_the_shop') && <SetUp />}</PageTitle>
      <FailedSignIns />
      <NeedsYou />
      {may(profile, 'run_the_shop') && <Disk />}
      {mayDo && <Figures isOwn={!may(profile, 'run_the_shop')} />}
      {mayDo && (
        <div className={classes.overview}>
          <Answers isOwn={!may(profile, 'run_the_shop')} />
          {can('orders_view') && <TotalOrders />}
        </div>
      )}
      {mayDo && <Totals />}
      {mayDo && (
        <div className={classes.best}>
          <Games />
          {can('orders_view') && <Customers />}
          <Performances />
        </div>
      )}
      {may(profile, 'run_the_shop') && <BooksLight />}
    </Stack>
  )
}

function NeedsYou() {
  const t = useT()
  const profile = useProfile()
  const pending = useData(pendingCounts.show, {}, { refetchInterval: COUNTS_POLL_MS })
  if (profile.data && !may(profile.data, 'hold_all_modules') && profile.data.modules.length === 0) return <NothingGranted />
  // The layout already reports that the profile cannot be read.
  if (profile.error && !profile.data) return null
  if (pending.error && !pending.data) return <ReadError query={pending} />
  return (
    <section aria-labelledby="needs-you">
      <Title order={2} id="needs-you" className={classes.hidden}>
        {t('Needs your attention')}
      </Title>
      {profile.data && pending.data ? <Waiting pending={pending.data} /> : <Loading rows={1} height={48} />}
    </section>
  )
}

function Disk() {
  const disk = useData(status.show, {}, { refetchInterval: DISK_POLL_MS }).data?.disk
  return disk?.is_low && <DiskWarning freeBytes={disk.free_bytes} />
}

function NothingGranted() {
  const t = useT()
  return (
    <Warning title={t('You have no permissions yet')}>
      {t('You are signed in but have no permissions. Ask a super admin of your shop to grant them; they apply immediately.')}
    </Warning>
  )
}
