import { TextInput } from '@mantine/core'
import { use, useRef } from 'react'
import type { Voucher } from '#contract/vouchers.ts'
import { useCan } from '../calls/session.ts'
import { useReveal } from '../desk/use-reveal.ts'
import { type FieldProps, FormContext, useField } from '../forms/fields/form-fields.ts'
import { useFocusOnceClosed } from '../ui/focus/lost-focus.ts'
import { useT } from '../ui/text/i18n.ts'
import { WorkButton } from '../ui/WorkButton.tsx'
import classes from './vouchers.module.css'

/** The code of an edited voucher: masked until an admin with permission reveals it; read-only for others. */
export function CodeField({ voucher, ...props }: FieldProps & { voucher: Voucher }) {
  const t = useT()
  const fields = use(FormContext)
  const mayReveal = useCan()('vouchers_reveal')
  const { box, change } = useField<string>(props, true)
  const reveal = useReveal()
  const isMask = box.value.includes('•')
  const input = useRef<HTMLInputElement>(null)
  useFocusOnceClosed(!isMask, input)
  const show = async () => {
    const code = (await reveal.read(voucher.id))?.code
    // Keeps text typed while the code was loading.
    if (code === undefined || !fields || fields.form.getValues()[props.name] !== box.value) return
    // Revealing is not an edit: leaving the form must not ask.
    fields.form.setInitialValues({ ...fields.form.getInitialValues(), code })
    change(code)
  }
  return (
    <div className={classes.codeField}>
      <TextInput
        {...box}
        ref={input}
        readOnly={!mayReveal || voucher.status === 2}
        description={mayReveal ? undefined : t('Changing a code needs permission to read codes.')}
        autoComplete="off"
        spellCheck={false}
        className={classes.mono}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {mayReveal && isMask && (
        <WorkButton variant="default" isRunning={reveal.isRunning} onClick={() => void show()}>
          {t('Show code')}
        </WorkButton>
      )}
    </div>
  )
}
