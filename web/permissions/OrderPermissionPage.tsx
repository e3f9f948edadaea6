import { Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { type AdminRow, admins } from '#contract/admins.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Choice, lookups } from '#contract/lookups.ts'
import { type PackageGrants, permissions } from '#contract/permissions.ts'
import { type ApiError, call } from '../calls/api.ts'
import { useCommand } from '../calls/use-command.ts'
import { useData } from '../calls/use-data.ts'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { submitByKey } from '../forms/submit-by-key.ts'
import { useGuard } from '../forms/use-record-form.ts'
import { LocalSearchBox } from '../lists/filters/LocalSearchBox.tsx'
import { searchText } from '../lists/local-rows.ts'
import { Empty, LoadError, Loading } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { CopyFrom } from './CopyFrom.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import { focusSearch } from './focus-search.ts'
import { PermissionFrame, SaveBar } from './PermissionFrame.tsx'
import { ProductPackages } from './ProductPackages.tsx'
import classes from './permissions.module.css'
import { TriState } from './TriState.tsx'
import { useChoice } from './use-choice.ts'

export const OrderPermissionPage = () => (
  <PermissionFrame title="Manage Order Permission">{(admin) => <Loaded key={admin.id} admin={admin} />}</PermissionFrame>
)

type Package = Output<typeof lookups.topupPackages>['data'][number]

function Loaded({ admin }: { admin: AdminRow }) {
  const products = useData(lookups.topupProducts, {})
  const packages = useData(lookups.topupPackages, {})
  const granted = useData(permissions.packages, { admin_id: admin.id })
  if (products.data && packages.data && granted.data) {
    return <Products admin={admin} catalogue={sectionsOf(products.data.data, packages.data.data)} granted={granted.data} />
  }
  const error = products.error ?? packages.error ?? granted.error
  if (!error) return <Loading rows={8} height={48} />
  return (
    <LoadError
      error={error}
      onRetry={() => {
        void products.refetch()
        void packages.refetch()
        void granted.refetch()
      }}
    />
  )
}

interface Section {
  readonly product: Choice
  readonly packages: readonly Package[]
}

/** One section per product. One without packages can be granted as a whole, before its first package exists. */
const sectionsOf = (products: readonly Choice[], packages: readonly Package[]): Section[] => {
  const byProduct = Map.groupBy(packages, ({ product_id }) => product_id)
  return products.map((product) => ({ product, packages: byProduct.get(product.id) ?? [] }))
}

/** Search results of a section: packages match by their own and their product's name, a product without packages by its name. */
function filterSections(sections: readonly Section[], query: string) {
  const wanted = searchText(query)
  const matches = (text: string) => searchText(text).includes(wanted)
  return sections
    .map((section) => ({
      ...section,
      shown: section.packages.filter(({ name }) => matches(`${section.product.name} ${name}`)),
    }))
    .filter(({ product, shown }) => shown.length > 0 || matches(product.name))
}

interface ProductsProps {
  readonly admin: AdminRow
  readonly catalogue: readonly Section[]
  /** The server's current state: refetched after a refusal, with the unsaved changes on top. */
  readonly granted: PackageGrants
}

function Products({ admin, catalogue, granted }: ProductsProps) {
  const t = useT()
  const [sought, setQuery] = useState<string>()
  const [failed, setFailed] = useState<ApiError | null>(null)
  const save = useCommand(permissions.setPackages, {
    pending: 'Updating permission...',
    stale: [permissions.packages, admins.list],
    onFailed: setFailed,
  })
  const single = useChoice(`packages of ${admin.id}`, granted.topup_package_id, save)
  const whole = useChoice(`products of ${admin.id}`, granted.topup_product_id, save)
  const changes = single.changes + whole.changes
  const revision = single.revision + whole.revision
  const [sent, setSent] = useState<number>()
  useGuard(() => save.isRunning || changes > 0, save.isRunning && sent === revision)
  const reset = () => {
    single.reset()
    whole.reset()
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isRunning) return
    setSent(revision)
    // The grants are refetched; ticks made meanwhile stay on top.
    await save.run({
      admin_id: admin.id,
      topup_package_id: [...single.chosen],
      topup_product_id: [...whole.chosen],
      expected_topup_package_id: granted.topup_package_id,
      expected_topup_product_id: granted.topup_product_id,
    })
  }
  const clear = () => {
    setQuery(undefined)
    focusSearch()
  }
  const found = filterSections(catalogue, sought ?? '')
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={submitByKey}>
      <Stack gap="xs">
        <div className={classes.tools}>
          <LocalSearchBox value={sought} onSearch={setQuery} />
          <CopyFrom except={admin.id} choices={[single, whole]} read={grantsOf} />
        </div>
        <RestoredNotice
          restoredInput={{
            restored: single.restoredInput.restored ?? whole.restoredInput.restored,
            discard: () => {
              single.restoredInput.discard()
              whole.restoredInput.discard()
            },
          }}
        />
        {sought === undefined && catalogue.length > 0 && (
          <div className={classes.group}>
            <TriState
              label={t('All {{count}} products, future packages too', { count: catalogue.length })}
              ids={catalogue.map(({ product }) => product.id)}
              choice={whole}
            />
          </div>
        )}
        {found.length === 0 && <Empty filtered={sought !== undefined} onClear={clear} />}
        {found.map(({ product, packages, shown }) => (
          <ProductPackages
            key={product.id}
            product={product}
            packages={packages}
            shown={shown}
            single={single}
            whole={whole}
            isFiltered={sought !== undefined}
          />
        ))}
        <SaveBar changes={changes} isRunning={save.isRunning} onReset={reset} />
      </Stack>
      <ErrorAlert error={failed} onClose={() => setFailed(null)} />
    </form>
  )
}

async function grantsOf(admin_id: number) {
  const { data } = await call(permissions.packages, { admin_id })
  return [data.topup_package_id, data.topup_product_id]
}
