import { physicalProducts as calls } from '#contract/physical-products.ts'
import { AddPage, EditPage } from '../forms/crud/CrudForm.tsx'
import { Movements } from '../forms/crud/Movements.tsx'
import { FieldLine } from '../forms/fields/FieldLine.tsx'
import { FlagField } from '../forms/fields/FlagField.tsx'
import { useFormValues } from '../forms/fields/form-fields.ts'
import { ImageField } from '../forms/fields/ImageField.tsx'
import { RichTextField } from '../forms/fields/RichTextField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
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
    <FieldLine>
      <TextField name="sale_price" label="Sale price" inputMode="decimal" unit="tk" required />
      <TextField name="regular_price" label="Regular price" inputMode="decimal" unit="tk" required />
      <TextField name="quantity" label="Quantity" inputMode="numeric" required />
    </FieldLine>
    <PriceWarning />
    <FlagField name="is_active" label="Is active" />
    <RichTextField name="description" label="Description" />
  </>
)

/** A warning, not an error: a shop may want this. */
function PriceWarning() {
  const t = useT()
  const { sale_price, regular_price } = useFormValues()
  const isDearer = sale_price !== '' && regular_price !== '' && Number(sale_price) > Number(regular_price)
  return isDearer ? <Warning title={t('The sale price is above the regular price')} /> : null
}
