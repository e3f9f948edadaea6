import { Stack } from '@mantine/core'
import { landing } from '#contract/landing.ts'
import { useData } from '../calls/use-data.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { Banners, HomeNotice, PaymentMethods } from './Boards.tsx'
import { NotOnSale } from './NotOnSale.tsx'
import { PhysicalProducts, Products } from './Products.tsx'

/** /landing: what customers see now, from the same data as the store. */
export function LandingPage() {
  const { data, error, refetch } = useData(landing.show, {})
  return (
    <Stack gap="xl" maw={1100}>
      <PageTitle title="landing Page" subtitle="What customers see now" />
      <ReadError query={{ error, refetch }} />
      {!data && !error && <Loading rows={4} height={120} />}
      {data && (
        <>
          <HomeNotice notice={data.notices[0]} />
          <Banners banners={data.banners} />
          <Products products={data.products} />
          <PhysicalProducts products={data.physical_products} />
          <PaymentMethods methods={data.payment_methods} />
          <NotOnSale things={data.not_on_sale} />
        </>
      )}
    </Stack>
  )
}
