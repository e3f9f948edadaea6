import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './date-box.module.css'
import { formatDay, isDay, parseDay } from './text/day.ts'
import { useT } from './text/i18n.ts'

interface DateBoxProps extends Omit<TextInputProps, 'value' | 'onChange' | 'id'> {
  readonly id: string
  /** YYYY-MM-DD, or unfinished text as typed. */
  readonly value: string
  /** Of the days in the picker. */
  readonly bounds?: { readonly min?: string | undefined; readonly max?: string | undefined }
  readonly onChange: (value: string) => void
}

/** A date that is typed as day, month and year, or chosen in the browser's picker. */
export function DateBox({ id, value, bounds, onChange, onBlur, ...props }: DateBoxProps) {
  const t = useT()
  const native = useRef<HTMLInputElement>(null)
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false
  const [typing, setTyping] = useState({ text: '', value: '' })
  const day = isDay(value) ? value : ''
  const openPicker = () => native.current?.showPicker()
  return (
    <TextInput
      {...props}
      id={id}
      autoComplete="off"
      // The longest date; it is wider where there is room.
      inputSize="11"
      placeholder={t('day month year')}
      inputMode={isTouch ? 'none' : 'text'}
      data-unfinished={(value !== '' && day === '') || undefined}
      // The text stays as typed until the box is left, unless the value was set from outside.
      value={typing.value === value ? typing.text : day ? formatDay(day) : value}
      onChange={({ currentTarget: { value: text } }) => {
        const next = parseDay(text) ?? text.trim()
        setTyping({ text, value: next })
        onChange(next)
      }}
      onFocus={(event) => event.currentTarget.select()}
      onClick={() => isTouch && openPicker()}
      onBlur={(event) => {
        setTyping({ text: '', value: '' })
        onBlur?.(event)
      }}
      rightSection={
        <>
          <input
            ref={native}
            type="date"
            className={classes.native}
            tabIndex={-1}
            aria-hidden
            {...bounds}
            value={day}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Calendar')}
            title={t('Calendar')}
            aria-describedby={`${id}-label`}
            onClick={openPicker}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  )
}
