import { AddPage, EditPage } from '../forms/crud/CrudForm.tsx'
import { FlagField } from '../forms/fields/FlagField.tsx'
import { ImageField } from '../forms/fields/ImageField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { banners } from './banners.tsx'

export const AddBannerPage = () => (
  <AddPage title="Create new banner" crud={banners}>
    <Fields isNew />
  </AddPage>
)

/** /banner/edit/:id. A banner's link can be changed but not removed. */
export const EditBannerPage = () => (
  <EditPage title="Edit banner" crud={banners}>
    {({ link }) => <Fields needsLink={link !== ''} />}
  </EditPage>
)

const Fields = ({ isNew = false, needsLink = false }: { isNew?: boolean; needsLink?: boolean }) => (
  <>
    <TextField name="note" label="Note" required />
    <TextField name="link" label="Link" inputMode="url" required={needsLink} />
    <ImageField name="banner" label="Banner image" required={isNew} />
    <FlagField name="isactive" label="Is active" />
  </>
)
