import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ClipboardEvent, type Ref, type SubmitEvent, useState } from 'react'
import { mobileFault } from '#contract/phone.ts'
import { useRestoredState } from '../forms/use-restored.ts'
import { type T, useT } from '../ui/text/i18n.ts'
import classes from './campaigns.module.css'
import { inOneLine, numbersIn } from './typed-numbers.ts'

/** 'Add Number': adds one or more numbers that belong to no customer. Invalid ones stay in the box to be corrected. */
export function AddNumber({ ref, onAdd }: { ref: Ref<HTMLFormElement>; onAdd: (numbers: string[]) => void }) {
  const t = useT()
  const [typed, setTyped] = useRestoredState('phone number', '')
  const [reasons, setReasons] = useState<readonly string[]>([])
  const [added, setAdded] = useState<readonly string[]>([])
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { numbers, left } = numbersIn(typed)
    setTyped(left.join(', '))
    setReasons(left.map((one) => mobileFault(one) ?? ''))
    setAdded(numbers)
    if (numbers.length > 0) onAdd(numbers)
  }
  // Browsers join the lines of a pasted column and drop what separates the numbers.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/[\r\n]/.test(pasted.trim())) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    setTyped(typed.slice(0, selectionStart ?? 0) + inOneLine(pasted) + typed.slice(selectionEnd ?? 0))
    setReasons([])
  }
  return (
    <form ref={ref} className={classes.add} onSubmit={add} noValidate>
      <TextInput
        label={t('Phone number')}
        inputMode="tel"
        autoComplete="off"
        error={reasons.length > 0 && describeFaults(reasons, t)}
        value={typed}
        onPaste={paste}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setReasons([])
        }}
      />
      <Button type="submit" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
        {t('Add Number')}
      </Button>
      <VisuallyHidden role="status">{added.length > 0 && t('{{numbers}} added', { numbers: added.join(', ') })}</VisuallyHidden>
    </form>
  )
}

const describeFaults = (reasons: readonly string[], t: T) =>
  `${t('Not a Bangladeshi mobile number')} (${[...new Set(reasons)].map((reason) => t(reason)).join(', ')})`
