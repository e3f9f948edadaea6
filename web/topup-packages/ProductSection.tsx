import { Button, Group, Stack, Text } from '@mantine/core'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Choice } from '#contract/lookups.ts'
import { topupPackages as calls } from '#contract/topup-packages.ts'
import { smallImage } from '#contract/uploads.ts'
import { Picture } from '../kit/cells/Picture.tsx'
import { useT } from '../kit/i18n.ts'
import { LocalTable } from '../kit/LocalTable.tsx'
import { leftSearch, noteLeft } from '../kit/left-lists.ts'
import { type LocalSearch, localAddress } from '../kit/local-rows.ts'
import { useCan } from '../kit/session.ts'
import { LoadError } from '../kit/states.tsx'
import { useData } from '../kit/use-data.ts'
import classes from './packages.module.css'
import { RatePanel } from './RatePanel.tsx'
import { topupPackageColumns, topupPackages } from './topup-packages.tsx'
import { useOpenSection } from './use-open-section.ts'

/** One product with its packages, the rate that prices them, and the way to a new one. */
export function ProductSection({ product }: { product: Choice }) {
  const [isOpen, setOpen] = useOpenSection(product.id)
  return (
    <details className={classes.section} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <IconChevronRight size={18} className={classes.chevron} aria-hidden />
        <Picture image={product.image && smallImage(product.image)} name={product.name} />
        <h2>{product.name}</h2>
      </summary>
      {isOpen && <Inside product={product} />}
    </details>
  )
}

/** Sections share one address, so each keeps its search and sorting to itself, also while a form is open. */
const BY_SERIAL: LocalSearch = { ...localAddress.parse({}), sort: 'serial', dir: 'asc' }

function Inside({ product }: { product: Choice }) {
  const t = useT()
  const can = useCan()
  const query = useData(calls.list, { product_id: product.id })
  const place = `${topupPackages.path}#${product.id}`
  const [search, setSearch] = useState<LocalSearch>(() => ({ ...BY_SERIAL, ...leftSearch(place) }))
  const change = (patch: Partial<LocalSearch>) => {
    const next = { ...search, page: 1, ...patch }
    setSearch(next)
    noteLeft({ pathname: place, search: next })
  }
  const rows = query.data?.data
  return (
    <Stack gap="md" className={classes.inside}>
      {can('topup_packages') && (
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/topup-package/add/$productId" params={{ productId: String(product.id) }} {...props} />
            )}
          >
            {t('Add new package')}
          </Button>
        </Group>
      )}
      {query.error && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 ? (
        <Text c="dimmed" role="status" ta="center" py="lg">
          {t('There is no package under this product.')}
        </Text>
      ) : (
        (rows || !query.error) && (
          <LocalTable
            label={t('Packages of {{name}}', { name: product.name })}
            table="topup-packages"
            columns={topupPackageColumns}
            rows={rows}
            state={{ search, change }}
            onRefresh={() => void query.refetch()}
          />
        )
      )}
      {can('rates') && rows && rows.length > 0 && <RatePanel productId={product.id} />}
    </Stack>
  )
}
