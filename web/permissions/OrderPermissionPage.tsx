import { Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { type AdminRow, admins } from '#contract/admins.ts'
import type { Output } from '#contract/endpoint.ts'
import { lookups } from '#contract/lookups.ts'
import { type PackageGrants, permissions } from '#contract/permissions.ts'
import { type ApiError, call } from '../kit/api.ts'
import { ErrorAlert } from '../kit/ErrorAlert.tsx'
import { LocalSearchBox } from '../kit/LocalSearchBox.tsx'
import { Empty, LoadError, Loading } from '../kit/states.tsx'
import { submitByKey } from '../kit/submit-by-key.ts'
import { toastFailed } from '../kit/toasts.ts'
import { useCommand } from '../kit/use-command.ts'
import { useData } from '../kit/use-data.ts'
import { useGuard } from '../kit/use-record-form.ts'
import { CopyFrom } from './CopyFrom.tsx'
import { PermissionFrame, SaveBar } from './PermissionFrame.tsx'
import { ProductPackages } from './ProductPackages.tsx'
import classes from './permissions.module.css'
import { useChoice } from './use-choice.ts'

/** /manage-order-permission/:id */
export const OrderPermissionPage = () => (
  <PermissionFrame title="Manage Order Permission">{(admin) => <Loaded key={admin.id} admin={admin} />}</PermissionFrame>
)

type Package = Output<typeof lookups.topupPackages>['data'][number]

function Loaded({ admin }: { admin: AdminRow }) {
  const packages = useData(lookups.topupPackages, {})
  const granted = useData(permissions.packages, { admin_id: admin.id })
  if (packages.data && granted.data) return <Products admin={admin} packages={packages.data.data} granted={granted.data} />
  const error = packages.error ?? granted.error
  if (!error) return <Loading rows={8} height={48} />
  return (
    <LoadError
      error={error}
      onRetry={() => {
        void packages.refetch()
        void granted.refetch()
      }}
    />
  )
}

interface ProductsProps {
  readonly admin: AdminRow
  readonly packages: readonly Package[]
  /** As the server holds it by now: after a refusal it is read again, and the changes here stand above it. */
  readonly granted: PackageGrants
}

function Products({ admin, packages, granted }: ProductsProps) {
  const single = useChoice(granted.topup_package_id)
  const whole = useChoice(granted.topup_product_id)
  const [sought, setSought] = useState<string>()
  const [failed, setFailed] = useState<ApiError | null>(null)
  const save = useCommand(permissions.setPackages, {
    pending: 'Updating permission...',
    stale: [permissions.packages, admins.list],
    onFailed: setFailed,
  })
  const changes = single.changes + whole.changes
  useGuard(() => changes > 0)
  const reset = () => {
    single.reset()
    whole.reset()
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isRunning) return
    const saved = await save.run({
      admin_id: admin.id,
      topup_package_id: [...single.chosen],
      topup_product_id: [...whole.chosen],
      expected_topup_package_id: granted.topup_package_id,
      expected_topup_product_id: granted.topup_product_id,
    })
    if (saved !== undefined) reset()
  }
  const copyFrom = async (admin_id: number) => {
    try {
      const { data } = await call(permissions.packages, { admin_id })
      single.replace(data.topup_package_id)
      whole.replace(data.topup_product_id)
    } catch (error) {
      toastFailed(error as ApiError)
    }
  }
  const found = packages.filter(({ name, product_name }) =>
    `${product_name} ${name}`.toLowerCase().includes((sought ?? '').toLowerCase()),
  )
  const products = [...new Map(found.map(({ product_id, product_name }) => [product_id, product_name]))]
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={submitByKey}>
      <Stack gap="md">
        <div className={classes.tools}>
          <LocalSearchBox value={sought} placeholder="Search in this list" onSearch={setSought} />
          <CopyFrom except={admin.id} onChoose={(id) => void copyFrom(id)} />
        </div>
        {found.length === 0 && <Empty filtered={sought !== undefined} onClear={() => setSought(undefined)} />}
        {products.map(([id, name]) => (
          <ProductPackages
            key={id}
            product={{ id, name }}
            packages={found.filter(({ product_id }) => product_id === id)}
            single={single}
            whole={whole}
            isSought={sought !== undefined}
          />
        ))}
        <SaveBar changes={changes} isRunning={save.isRunning} onReset={reset} />
      </Stack>
      <ErrorAlert error={failed} onClose={() => setFailed(null)} />
    </form>
  )
}
