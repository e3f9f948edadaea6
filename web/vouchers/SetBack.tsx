import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { type VoucherRow, vouchers } from '#contract/vouchers.ts'
import { fieldErrors } from '../calls/errors.ts'
import { useCommand } from '../calls/use-command.ts'
import { submitByKey } from '../forms/submit-by-key.ts'
import { useDraft } from '../forms/use-draft.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './vouchers.module.css'
import { STALE } from './vouchers.ts'

/** Undoes that a code was set to Used by mistake, with a reason; super admins only. */
export function SetBack({ voucher: { id, code, version } }: { voucher: VoucherRow }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason, sending] = useDraft(`why voucher ${id} is set back`, '')
  const setBack = useCommand(vouchers.setBack, { pending: 'Setting the voucher back...', stale: STALE })
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (setBack.isRunning) return
    const about = t('Voucher {{id}} ({{code}}) becomes Ready: the next order of its package may get it.', { id, code })
    if (reason.trim() === '' || (await confirm({ about, yes: t('Set back to Ready') })))
      void sending(setBack.run({ id, version, reason }))
  }
  if (!isOpen)
    return (
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('Set back to Ready')}
        </Button>
      </div>
    )
  return (
    <form aria-busy={setBack.isRunning} className={classes.codeField} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <TextInput
        autoFocus
        label={t('Reason')}
        autoComplete="off"
        required
        error={setBack.error ? fieldErrors(setBack.error).reason : undefined}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit">{t('Set back to Ready')}</Button>
    </form>
  )
}
