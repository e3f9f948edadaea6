import { AddPage, EditPage } from '../kit/crud/CrudForm.tsx'
import { FlagField } from '../kit/fields/FlagField.tsx'
import { ImageField } from '../kit/fields/ImageField.tsx'
import { LongTextField } from '../kit/fields/LongTextField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { notices } from './notices.tsx'

export const AddNoticePage = () => (
  <AddPage title="Create new notice" crud={notices}>
    <Fields isNew />
  </AddPage>
)

export const EditNoticePage = () => (
  <EditPage title="Edit notice" crud={notices}>
    <Fields />
  </EditPage>
)

const Fields = ({ isNew = false }: { isNew?: boolean }) => (
  <>
    <ImageField name="image" label="Image" required={isNew} />
    <TextField name="link" label="Link" inputMode="url" />
    <LongTextField name="notice" label="Notice" required />
    <FlagField name="is_active" label="Is active" description="The newest active notice is the first thing customers see." />
  </>
)
