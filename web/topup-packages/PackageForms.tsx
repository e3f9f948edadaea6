import { useParams } from '@tanstack/react-router'
import { lookups } from '#contract/lookups.ts'
import { Amount, SupplierAmount } from '#contract/money.ts'
import { topupPackages as calls } from '#contract/topup-packages.ts'
import { useMay } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { AddPage, EditPage } from '../forms/crud/CrudForm.tsx'
import { FieldLine } from '../forms/fields/FieldLine.tsx'
import { FlagField } from '../forms/fields/FlagField.tsx'
import type { Values } from '../forms/fields/form-fields.ts'
import { ImageField } from '../forms/fields/ImageField.tsx'
import { SelectField } from '../forms/fields/SelectField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { confirm } from '../ui/dialogs/confirm.ts'
import { Loading } from '../ui/states.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { costQuestion, topupPackages } from './topup-packages.ts'
import { VoucherSales } from './VoucherSales.tsx'

/** Filled in with the product and the next free serial. */
export function AddPackagePage() {
  const { productId } = useParams({ strict: false }) as { productId: string }
  const ask = useCostQuestion()
  const { data, isFetched } = useData(calls.list, { product_id: Number(productId) })
  // The form takes its first values once, and stays while the list is read again.
  if (!isFetched) return <Loading rows={5} height={60} />
  const serial = data ? String(Math.max(0, ...data.data.map((item) => item.serial)) + 1) : ''
  return (
    <AddPage
      key={productId}
      title="Add package"
      ask={ask}
      crud={{ ...topupPackages, empty: { ...topupPackages.empty, product_id: productId, serial } }}
    >
      <Fields isNew />
    </AddPage>
  )
}

export function EditPackagePage() {
  return (
    <EditPage title="Edit topup package" crud={topupPackages} ask={useCostQuestion()}>
      {(item) => (
        <>
          <Fields />
          {item.recipe.some(({ package_id }) => package_id === item.id) && <VoucherSales item={item} />}
        </>
      )}
    </EditPage>
  )
}

/** A price below its cost is asked about wherever it can be saved. */
function useCostQuestion() {
  const { data } = useData(calls.summaries, {})
  return async ({ product_id, name, price: typed, bprice }: Values) => {
    const rate = data?.data.find(({ id }) => String(id) === product_id)?.buy_rate
    const price = Amount.parse(typed)
    const cost = rate === undefined ? 0 : Math.round(SupplierAmount.parse(bprice) * rate * 100) / 100
    return price >= cost || confirm(costQuestion(String(name), price, cost))
  }
}

function Fields({ isNew = false }: { isNew?: boolean }) {
  const products = useData(lookups.topupProducts, {})
  const mayMove = useMay('run_the_shop')
  return (
    <>
      <SelectField
        name="product_id"
        label="Product"
        choices={products.data?.data}
        from={products}
        fixed={isNew || mayMove ? undefined : 'Only a super admin can move a package to another product.'}
        required
      />
      <TextField name="name" label="Name" required />
      <FieldLine>
        <TextField name="price" label="Sell price" inputMode="decimal" unit="tk" required />
        <TextField
          name="bprice"
          label="Buy price"
          description="In the unit of the product’s Price/Stock."
          inputMode="decimal"
          required
        />
        <TextField name="serial" label="Serial" description="Packages are shown in this order." inputMode="numeric" required />
      </FieldLine>
      <ImageField name="logo" label="Logo" required={isNew} />
      <FlagField name="in_stock" label="In stock" />
      <DeliveryFields />
    </>
  )
}
