import { Navigate } from '@tanstack/react-router'
import { admins } from '#contract/admins.ts'
import { ADMIN_PASSWORD_MIN } from '#contract/limits.ts'
import { PRESET_NAMES } from '#contract/permissions.ts'
import { useHasAccess } from '../calls/session.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { FieldLine } from '../forms/fields/FieldLine.tsx'
import { FlagField } from '../forms/fields/FlagField.tsx'
import { SecretField } from '../forms/fields/SecretField.tsx'
import { SelectField } from '../forms/fields/SelectField.tsx'
import { TextField } from '../forms/fields/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { Loading } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'

const EMPTY = {
  ...{ first_name: '', last_name: '', username: '', email: '', password: '', confirm_password: '' },
  ...{ preset: '', all_products: 0 },
}

/** /register. The template had a separate form here. Access follows the admin's current rights, not those at sign-in. */
export function NewAccount() {
  const may = useHasAccess(admins.create.access)
  return may === undefined ? <Loading /> : <Navigate to={may ? '/admin/add' : '/'} replace />
}

export function AddAdminPage() {
  const t = useT()
  const form = useRecordForm({
    call: admins.create,
    start: EMPTY,
    pending: 'Creating admin...',
    stale: [admins.list],
    list: '/admins',
  })
  return (
    <FormPage title="Create new admin" form={form}>
      <FieldLine>
        <TextField name="first_name" label="First name" required />
        <TextField name="last_name" label="Last name" required />
      </FieldLine>
      <FieldLine>
        <TextField name="username" label="Username" required />
        <TextField name="email" label="Email" type="email" required />
      </FieldLine>
      <FieldLine>
        <SecretField
          name="password"
          label="Password"
          description={t('At least {{count}} characters', { count: ADMIN_PASSWORD_MIN })}
          required
        />
        <SecretField name="confirm_password" label="Confirm password" required />
      </FieldLine>
      <SelectField
        name="preset"
        label="Permissions"
        choices={[{ id: '', name: t('None, grant them later') }, ...PRESET_NAMES.map((name) => ({ id: name, name: t(name) }))]}
      />
      <FlagField
        name="all_products"
        label="Sees orders of all products"
        description="Otherwise grant products or packages under Manage Order Permission."
      />
    </FormPage>
  )
}
