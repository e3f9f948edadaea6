import { Button, Input } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { desk } from '#contract/desk.ts'
import { asApiError } from '../calls/api.ts'
import { useData } from '../calls/use-data.ts'
import { Select } from '../ui/Select.tsx'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import classes from './permissions.module.css'
import type { Choice } from './use-choice.ts'

interface ChooserProps {
  readonly label: string
  readonly nothing: string
  readonly choices: readonly (readonly [value: string, shown: string])[]
  readonly onUse: (value: string) => void
}

/** Applies the choice by a button, as arrow keys change it step by step, and then resets. */
function Chooser({ label, nothing, choices, onUse }: ChooserProps) {
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
      {/* Not disabled: it keeps the focus when its click resets the choice. */}
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
  /** The admin whose checklist it is. */
  readonly except: number
  readonly choices: readonly Choice[]
  /** Reads an admin's grants, for each of `choices`. */
  readonly read: (adminId: number) => Promise<readonly (readonly number[])[]>
}

/** Copies another admin's grants into the checklist, unless the choice or the checklist changes before they arrive. */
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
