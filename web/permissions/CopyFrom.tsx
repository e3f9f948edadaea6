import { Button, Input } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { desk } from '#contract/desk.ts'
import { asApiError } from '../kit/calls/api.ts'
import { useData } from '../kit/calls/use-data.ts'
import { Select } from '../kit/Select.tsx'
import { ReadError } from '../kit/states.tsx'
import { useT } from '../kit/text/i18n.ts'
import { toastFailed } from '../kit/toasts.ts'
import classes from './permissions.module.css'
import type { Choice } from './use-choice.ts'

interface ChooserProps {
  /** English text. */
  readonly label: string
  /** What the closed box says: an English text. */
  readonly nothing: string
  readonly choices: readonly (readonly [value: string, shown: string])[]
  readonly onUse: (value: string) => void
}

/** Does something with what is chosen, by a button (arrow keys choose one after the other), and stands ready for the next. */
export function Chooser({ label, nothing, choices, onUse }: ChooserProps) {
  const t = useT()
  const id = useId()
  const [chosen, setChosen] = useState('')
  const name = choices.find(([value]) => value === chosen)?.[1]
  const act = () => {
    if (name === undefined) return
    setChosen('')
    onUse(chosen)
  }
  return (
    <div className={classes.chooser}>
      <Input.Wrapper id={id} label={t(label)} size="xs">
        <Select id={id} value={chosen} choices={[['', t(nothing)], ...choices]} onChange={setChosen} />
      </Input.Wrapper>
      {/* Not disabled: it keeps the focus when what was chosen goes with its click. */}
      <Button
        variant="default"
        data-disabled={name === undefined}
        aria-disabled={name === undefined}
        aria-label={name && t('Use the permissions of {{name}}', { name })}
        onClick={act}
      >
        {t('Use')}
      </Button>
    </div>
  )
}

interface CopyFromProps {
  /** Whose checklist it is. */
  readonly except: number
  /** What is ticked on the screen. */
  readonly choices: readonly Choice[]
  /** Reads what a colleague is granted, for each of `choices`. */
  readonly read: (adminId: number) => Promise<readonly (readonly number[])[]>
}

/**
 * Chooses a colleague whose grants are to be the checklist's. They are dropped where another one was chosen meanwhile, or the checklist
 * was changed: the newest wish stands.
 */
export function CopyFrom({ except, choices, read }: CopyFromProps) {
  const { data, error, refetch } = useData(desk.admins, {})
  const [isReading, setReading] = useState(false)
  const newest = useRef<symbol>(undefined)
  const present = useRef(choices)
  present.current = choices
  const copy = async (id: number) => {
    const turn = Symbol()
    const before = choices.map(({ revision }) => revision)
    newest.current = turn
    setReading(true)
    try {
      const granted = await read(id)
      const isUnchanged = present.current.every(({ revision }, at) => revision === before[at])
      if (newest.current === turn && isUnchanged) for (const [at, ids] of granted.entries()) present.current[at]?.replace(ids)
    } catch (cause) {
      if (newest.current === turn) toastFailed(asApiError(cause))
    }
    if (newest.current === turn) setReading(false)
  }
  if (error && !data) return <ReadError query={{ error, refetch }} />
  const others = data?.data.filter(({ id }) => id !== except) ?? []
  return (
    <Chooser
      label="Copy from another admin"
      nothing={isReading ? 'Loading' : 'Choose an admin'}
      choices={others.map(({ id, name }) => [String(id), name] as const)}
      onUse={(id) => void copy(Number(id))}
    />
  )
}
