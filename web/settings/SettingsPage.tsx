import { Stack } from '@mantine/core'
import { useState } from 'react'
import { type Settings, settings } from '#contract/settings.ts'
import { useMay } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { useOpened } from '../forms/use-record-form.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { Contents } from './Contents.tsx'
import { OwnSettings } from './OwnSettings.tsx'
import { ShopForm } from './ShopForm.tsx'
import classes from './settings.module.css'

const PaymentSettings = lazyComponent(
  () => import('./payments/PaymentSettings.tsx'),
  (code) => code.PaymentSettings,
)

const StaffNotices = lazyComponent(
  () => import('./staff-notices/StaffNotices.tsx'),
  (code) => code.StaffNotices,
)

const StoreKeys = lazyComponent(
  () => import('./store-keys/StoreKeys.tsx'),
  (code) => code.StoreKeys,
)

/** /settings: the admin's own, and the shop's for super admins. */
export function SettingsPage() {
  const isSuper = useMay('run_the_shop')
  return (
    <Stack gap="lg">
      <PageTitle title="Settings" />
      <div className={classes.page}>
        {isSuper && <Contents />}
        <Stack gap="lg" className={classes.parts}>
          <OwnSettings />
          {isSuper && <ShopSettings />}
          {isSuper && <StoreKeys />}
          {isSuper && <PaymentSettings />}
          {isSuper && <StaffNotices />}
        </Stack>
      </div>
    </Stack>
  )
}

/** A save begins a form of what was saved; later changes by other admins do not affect what is being typed. */
function ShopSettings() {
  const query = useData(settings.show, {})
  const [saved, setSaved] = useState<Settings>()
  const read = useOpened(query)
  if (query.error && !read) return <ReadError query={query} />
  if (!read) return <Loading rows={8} height={60} />
  const present = saved && saved.version > read.version ? saved : read
  return <ShopForm key={saved?.version} present={present} refetch={() => void query.refetch()} onSaved={setSaved} />
}
