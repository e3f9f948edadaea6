import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { LIST_POLL_MS } from '#contract/limits.ts'
import { formatTk } from '#contract/money.ts'
import { topupPackages as calls, type PackageSummary } from '#contract/topup-packages.ts'
import { smallImage } from '#contract/uploads.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { Picture } from '../lists/cells/Picture.tsx'
import { LocalTable } from '../lists/LocalTable.tsx'
import { localAddress } from '../lists/local-rows.ts'
import { useListSearch } from '../lists/use-list.ts'
import { FoldedSection } from '../ui/FoldedSection.tsx'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { readOnlyColumns, topupPackageColumns } from './columns.tsx'
import classes from './packages.module.css'
import { RatePanel } from './RatePanel.tsx'
import { useOpenSection } from './use-open-section.ts'

interface SectionProps {
  readonly product: PackageSummary
}

/** `isNext`: the one whose first package is to be added. */
export function ProductSection({ product, isNext }: SectionProps & { readonly isNext: boolean }) {
  const [isOpen, setOpen] = useOpenSection(product.id, isNext)
  // Once opened it stays mounted, so that a typed rate survives closing the section.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <FoldedSection
      name={product.name}
      picture={<Picture image={product.image && smallImage(product.image)} name={product.name} />}
      facts={<Summary product={product} />}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      {wasOpen && <Inside product={product} isOpen={isOpen} />}
    </FoldedSection>
  )
}

/** What a closed section says: the number of packages, their prices, the stock if it is tracked, and losses. */
function Summary({ product: { packages, lowest_price, highest_price, below_cost, stock, track_stock } }: SectionProps) {
  const t = useT()
  return (
    <span className={classes.facts}>
      <span>{t(packages === 1 ? '1 package' : '{{count}} packages', { count: packages })}</span>
      {lowest_price !== null && highest_price !== null && (
        <span>
          {lowest_price === highest_price ? formatTk(lowest_price) : `${formatTk(lowest_price)} – ${formatTk(highest_price)}`}
        </span>
      )}
      {track_stock === 1 && <span>{t('Stock {{stock}}', { stock })}</span>}
      {below_cost > 0 && <b className={classes.loss}>{t('{{count}} below cost', { count: below_cost })}</b>}
    </span>
  )
}

/** Sections share one URL, with prefixed parameters. */
const packageSearch = localAddress.extend({
  sort: z.string().default('serial').catch('serial'),
  dir: z.enum(['asc', 'desc']).default('asc').catch('asc'),
})

function Inside({ product, isOpen }: { product: PackageSummary; isOpen: boolean }) {
  const t = useT()
  const can = useCan()
  const query = useData(calls.list, { product_id: product.id }, { refetchInterval: isOpen && LIST_POLL_MS })
  const state = useListSearch(packageSearch, `p${product.id}_`)
  const rows = query.data?.data
  return (
    <Stack gap={8} className={classes.inside}>
      <div className={classes.tools}>
        {can('rates') && rows && rows.length > 0 && <RatePanel productId={product.id} />}
        {can('topup_packages') && (
          <Button
            variant="default"
            className={classes.add}
            aria-label={t('Add new package to {{name}}', { name: product.name })}
            leftSection={<IconPlus size={18} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/topup-package/add/$productId" params={{ productId: String(product.id) }} {...props} />
            )}
          >
            {t('Add new package')}
          </Button>
        )}
      </div>
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
    </Stack>
  )
}
