import { AddPage, EditPage } from '../forms/crud/CrudForm.tsx'
import { ImageField } from '../forms/fields/ImageField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { paymentMethods } from './payment-methods.tsx'

/** /payment-method/add. Customers see a new method at once. */
export const AddPaymentMethodPage = () => (
  <AddPage title="Create new payment method" crud={paymentMethods}>
    <Fields isNew />
  </AddPage>
)

export const EditPaymentMethodPage = () => (
  <EditPage title="Edit payment method" crud={paymentMethods}>
    <Fields />
    <TextField name="status" label="Status" description="1 or active: shown to customers. Anything else: hidden." required />
  </EditPage>
)

const Fields = ({ isNew = false }: { isNew?: boolean }) => (
  <>
    <TextField name="name" label="Name" required />
    <ImageField name="logo" label="Logo" required={isNew} />
    <TextField name="info" label="Information" description="The number that customers pay to." inputMode="tel" required />
  </>
)
