import { physicalProducts as calls } from '#contract/physical-products.ts'
import { AddPage, EditPage } from '../kit/crud/CrudForm.tsx'
import { Movements } from '../kit/crud/Movements.tsx'
import { FlagField } from '../kit/fields/FlagField.tsx'
import { useFormValues } from '../kit/fields/form-fields.ts'
import { ImageField } from '../kit/fields/ImageField.tsx'
import { RichTextField } from '../kit/fields/RichTextField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { useT } from '../kit/text/i18n.ts'
import { Warning } from '../kit/Warning.tsx'
import { physicalProducts } from './physical-products.tsx'

export const AddPhysicalProductPage = () => (
  <AddPage title="Create new physical product" crud={physicalProducts}>
    <Fields isNew />
  </AddPage>
)

export const EditPhysicalProductPage = () => (
  <>
    <EditPage title="Edit physical product" crud={physicalProducts}>
      <Fields />
    </EditPage>
    <Movements title="Quantity movements" call={calls.movements} />
  </>
)

const Fields = ({ isNew = false }: { isNew?: boolean }) => (
  <>
    <TextField name="name" label="Name" required />
    <ImageField name="image" label="Image" required={isNew} />
    <TextField name="sale_price" label="Sale price" inputMode="decimal" unit="tk" required />
    <TextField name="regular_price" label="Regular price" inputMode="decimal" unit="tk" required />
    <PriceWarning />
    <TextField name="quantity" label="Quantity" inputMode="numeric" required />
    <RichTextField name="description" label="Description" />
    <FlagField name="is_active" label="Is active" />
  </>
)

/** A warning, not an error: a shop may want this. */
function PriceWarning() {
  const t = useT()
  const { sale_price, regular_price } = useFormValues()
  const isDearer = sale_price !== '' && regular_price !== '' && Number(sale_price) > Number(regular_price)
  return isDearer ? <Warning title={t('The sale price is above the regular price')} /> : null
}
