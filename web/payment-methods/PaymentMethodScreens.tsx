import { Button, Stack } from '@mantine/core'
import { AddPage, EditPage } from '../forms/crud/CrudForm.tsx'
import { useFormFields } from '../forms/fields/form-fields.ts'
import { ImageField } from '../forms/fields/ImageField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { useT } from '../ui/text/i18n.ts'
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
    <StatusField />
  </EditPage>
)

const Fields = ({ isNew = false }: { isNew?: boolean }) => (
  <>
    <TextField name="name" label="Name" required />
    <ImageField name="logo" label="Logo" required={isNew} />
    <TextField name="info" label="Information" description="The number that customers pay to." inputMode="tel" required />
  </>
)

/** Any text, as the store's own programs may have set it; the button knows the two that shops need. */
function StatusField() {
  const t = useT()
  const { form } = useFormFields()
  const isShown = /^(1|১|active)$/i.test(String(form.getValues().status).trim())
  return (
    <Stack gap={8}>
      <TextField
        name="status"
        label="Status"
        description={
          isShown ? 'Customers see it now. Any text but 1 or active hides it.' : 'Hidden from customers. 1 or active shows it.'
        }
        required
      />
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        onClick={() => form.setFieldValue('status', isShown ? '0' : '1')}
      >
        {t(isShown ? 'Hide from customers' : 'Show to customers')}
      </Button>
    </Stack>
  )
}
