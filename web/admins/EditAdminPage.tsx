import { type AdminRow, admins as calls, GENDERS } from '#contract/admins.ts'
import { profile } from '#contract/sessions.ts'
import { EditPage } from '../forms/crud/CrudForm.tsx'
import type { Crud } from '../forms/crud/crud.ts'
import { DateField } from '../forms/fields/DateField.tsx'
import { FieldLine } from '../forms/fields/FieldLine.tsx'
import { ImageField } from '../forms/fields/ImageField.tsx'
import { SelectField } from '../forms/fields/SelectField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { genderLabel } from '../ui/ProfileCard.tsx'
import { useT } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'

const admins: Crud<AdminRow> = {
  calls: { ...calls, update: calls.edit },
  noun: 'Admin',
  nameOf,
  path: '/admins',
  // The edited admin may be the signed-in one.
  invalidates: [profile.show],
  empty: { first_name: '', last_name: '', email: '', phone: '', image: '', gender: '', date_of_birth: '' },
}

export const EditAdminPage = () => (
  <EditPage title="Edit admin" crud={admins}>
    <Fields />
  </EditPage>
)

function Fields() {
  const t = useT()
  return (
    <>
      <FieldLine>
        <TextField name="first_name" label="First name" required />
        <TextField name="last_name" label="Last name" required />
      </FieldLine>
      <FieldLine>
        <TextField name="email" label="Email" type="email" required />
        <TextField name="phone" label="Phone" inputMode="tel" />
      </FieldLine>
      <ImageField name="image" label="Image" />
      <FieldLine>
        <SelectField
          name="gender"
          label="Gender"
          choices={GENDERS.map((gender) => ({ id: gender, name: t(genderLabel(gender)) }))}
        />
        <DateField name="date_of_birth" label="Date of birth" />
      </FieldLine>
    </>
  )
}
