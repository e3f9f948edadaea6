import { Button, Group, Stack, Text } from '@mantine/core'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { LIST_POLL_MS } from '#contract/limits.ts'
import type { Choice } from '#contract/lookups.ts'
import { topupPackages as calls } from '#contract/topup-packages.ts'
import { smallImage } from '#contract/uploads.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { Picture } from '../lists/cells/Picture.tsx'
import { LocalTable } from '../lists/LocalTable.tsx'
import { localAddress } from '../lists/local-rows.ts'
import { usePartSearch } from '../lists/use-list.ts'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './packages.module.css'
import { RatePanel } from './RatePanel.tsx'
import { readOnlyColumns, topupPackageColumns } from './topup-packages.tsx'
import { useOpenSection } from './use-open-section.ts'

export function ProductSection({ product }: { product: Choice }) {
  const [isOpen, setOpen] = useOpenSection(product.id)
  // Once opened it stays mounted, so that a typed rate survives closing the section.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <details className={classes.section} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <IconChevronRight size={18} className={classes.chevron} aria-hidden />
        <Picture image={product.image && smallImage(product.image)} name={product.name} />
        <h2>{product.name}</h2>
      </summary>
      {wasOpen && <Inside product={product} isOpen={isOpen} />}
    </details>
  )
}

/** Sections share one URL, with prefixed parameters. */
const packageSearch = localAddress.extend({
  sort: z.string().default('serial').catch('serial'),
  dir: z.enum(['asc', 'desc']).default('asc').catch('asc'),
})

function Inside({ product, isOpen }: { product: Choice; isOpen: boolean }) {
  const t = useT()
  const can = useCan()
  const query = useData(calls.list, { product_id: product.id }, { refetchInterval: isOpen && LIST_POLL_MS })
  const state = usePartSearch(packageSearch, `p${product.id}`)
  const rows = query.data?.data
  return (
    <Stack gap="md" className={classes.inside}>
      {can('topup_packages') && (
        <Group gap="sm">
          <Button
            variant="default"
            aria-label={t('Add new package to {{name}}', { name: product.name })}
            leftSection={<IconPlus size={18} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/topup-package/add/$productId" params={{ productId: String(product.id) }} {...props} />
            )}
          >
            {t('Add new package')}
          </Button>
        </Group>
      )}
      {rows?.length === 0 ? (
        <>
          <ReadError query={query} />
          <Text c="dimmed" role="status" ta="center" py="lg">
            {t('There is no package under this product.')}
          </Text>
        </>
      ) : (
        <LocalTable
          label={t('Packages of {{name}}', { name: product.name })}
          table="topup-packages"
          columns={can('topup_packages') ? topupPackageColumns : readOnlyColumns}
          rows={rows}
          query={query}
          state={state}
        />
      )}
      {can('rates') && rows && rows.length > 0 && <RatePanel productId={product.id} />}
    </Stack>
  )
}
