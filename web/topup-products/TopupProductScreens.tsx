import { topupProducts as calls } from '#contract/topup-products.ts'
import { AddPage, EditPage } from '../forms/crud/CrudForm.tsx'
import { Movements } from '../forms/crud/Movements.tsx'
import { FieldLine } from '../forms/fields/FieldLine.tsx'
import { FlagField } from '../forms/fields/FlagField.tsx'
import { ImageField } from '../forms/fields/ImageField.tsx'
import { RichTextField } from '../forms/fields/RichTextField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { topupProducts } from './topup-products.tsx'

export const AddTopupProductPage = () => (
  <AddPage title="Create new product" crud={topupProducts}>
    <Fields isNew />
  </AddPage>
)

export const EditTopupProductPage = () => (
  <>
    <EditPage title="Edit product" crud={topupProducts}>
      <Fields />
    </EditPage>
    <Movements title="Price/Stock movements" call={calls.movements} />
  </>
)

const Fields = ({ isNew = false }: { isNew?: boolean }) => (
  <>
    <TextField name="name" label="Name" required />
    <FieldLine>
      <TextField
        name="price"
        label="Price/Stock"
        description="Remaining supplier credit, in the unit of the packages’ buying price."
        inputMode="decimal"
        required
      />
      <TextField
        name="buy_rate"
        label="Buy rate"
        description="Cost in tk of one unit of the buying price. Profit figures use it."
        inputMode="decimal"
        unit="tk"
        required
      />
    </FieldLine>
    <FlagField
      name="track_stock"
      label="Track stock"
      description="Orders take their buying price from Price/Stock; cancelling returns it."
    />
    <ImageField name="logo" label="Logo" required={isNew} />
    <FlagField
      name="isactivefortopup"
      label="Is active for Id Code"
      description="The customer gives a player ID only. Otherwise also account type, in-game password and security code."
    />
    <FlagField name="is_active" label="Is active product" />
    <RichTextField name="rules" label="Rules" />
  </>
)
