import { AddPage, EditPage } from '../forms/crud/CrudForm.tsx'
import { FlagField } from '../forms/fields/FlagField.tsx'
import { ImageField } from '../forms/fields/ImageField.tsx'
import { LongTextField } from '../forms/fields/LongTextField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
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
