import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useState } from 'react'
import { type Added, vouchers } from '#contract/vouchers.ts'
import { faultsOf, fieldErrors } from '../calls/errors.ts'
import { useCommand } from '../calls/use-command.ts'
import { useFields, type Values } from '../forms/fields/form-fields.ts'
import { type RecordForm, useGuard, useRedirect } from '../forms/use-record-form.ts'
import { useRestoredForm } from '../forms/use-restored-form.ts'
import { useFocusOnFault } from '../ui/focus/lost-focus.ts'
import { confirmUsed } from './StatusField.tsx'
import { STALE } from './vouchers.ts'

const LIST = '/upins'

/** The form of a paste. Returns to the list only if every line was added; otherwise `leftOut` holds the others. */
export function useAddVouchers(packageId?: number): { form: RecordForm; leftOut: Added | undefined } {
  const form = useForm<Values>({ initialValues: { code: '', status: '1', package_id: String(packageId ?? '') } })
  const [added, setAdded] = useState<Added>()
  const command = useCommand(vouchers.add, { pending: 'Creating UniPin...', stale: STALE })
  const client = useQueryClient()
  const { element, focusFault } = useFocusOnFault()
  const isAllTaken = added !== undefined && added.duplicates.length === 0 && added.invalid.length === 0
  useGuard(() => form.isDirty() && !added, command.isRunning)
  useRedirect(isAllTaken, LIST)

  const { setErrors } = form
  useEffect(() => {
    if (!command.error) return
    setErrors(fieldErrors(command.error))
    focusFault()
  }, [command.error, setErrors, focusFault])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (command.isRunning || added) return
    const checked = vouchers.add.input.safeParse(form.getValues())
    if (!checked.success) {
      form.setErrors(faultsOf(checked.error))
      return focusFault()
    }
    form.clearErrors()
    const { code, status } = checked.data
    const count = code.split(/\r?\n|\r/).filter((line) => line.trim() !== '').length
    if (status === 2 && count > 0 && !(await confirmUsed(count))) return
    const reply = await command.run(checked.data)
    if (!reply) return
    setAdded(reply)
    for (const { path } of STALE) void client.refetchQueries({ queryKey: [path], type: 'inactive' })
  }

  const { fields, isUploading } = useFields(form)
  const restoredInput = useRestoredForm({ call: vouchers.add, fields, command, isSaved: added !== undefined })
  return {
    form: {
      fields,
      submit: (event) => void submit(event),
      isRunning: command.isRunning,
      isSaved: added !== undefined,
      isUploading,
      restoredInput,
      lastSent: undefined,
      error: command.error,
      list: LIST,
      access: vouchers.add.access,
      element,
    },
    leftOut: added && !isAllTaken ? added : undefined,
  }
}
