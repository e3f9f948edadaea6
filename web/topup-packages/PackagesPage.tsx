import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { LIST_POLL_MS } from '#contract/limits.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { Empty } from '../ui/Empty.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { ProductSection } from './ProductSection.tsx'
import classes from './packages.module.css'

/** /topup-packages: a section per product, whose packages load when it is first opened. */
export function PackagesPage() {
  const can = useCan()
  const { data, error, refetch } = useData(topupPackages.summaries, {}, { refetchInterval: LIST_POLL_MS })
  // Of a shop without packages, the newest product.
  const next = data?.data.every(({ packages }) => packages === 0) ? Math.max(...data.data.map(({ id }) => id)) : undefined
  return (
    <Stack gap="md">
      <PageTitle title="Packages" />
      <ReadError query={{ error, refetch }} />
      {!data && !error && <Loading rows={6} height={56} />}
      {data?.data.length === 0 && <Empty first={can('topup_products') && <FirstProduct />} />}
      <div className={classes.sections}>
        {data?.data.map((product) => (
          <ProductSection key={product.id} product={product} isNext={product.id === next} />
        ))}
      </div>
    </Stack>
  )
}

function FirstProduct() {
  const t = useT()
  return (
    <Button leftSection={<IconPlus size={18} aria-hidden />} renderRoot={(props) => <Link to="/topup-product/add" {...props} />}>
      {t('Add a top-up product')}
    </Button>
  )
}
