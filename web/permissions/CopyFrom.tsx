import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { desk } from '#contract/desk.ts'
import type { ApiError } from '../calls/api.ts'
import { useData } from '../calls/use-data.ts'
import { Select } from '../ui/Select.tsx'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import classes from './permissions.module.css'
import type { Choice } from './use-choice.ts'

interface CopyFromProps {
  /** The admin whose checklist it is. */
  readonly except: number
  readonly choices: readonly Choice[]
  /** Reads an admin's grants, for each of `choices`. */
  readonly read: (adminId: number) => Promise<readonly (readonly number[])[]>
}

/** Copies another admin's grants into the checklist, unless the choice or the checklist changes before they arrive. By a button,
 * as arrow keys change the choice step by step. */
export function CopyFrom({ except, choices, read }: CopyFromProps) {
  const t = useT()
  const [chosen, setChosen] = useState('')
  const { data, error, refetch } = useData(desk.admins, {})
  const reading = useMutation<readonly (readonly number[])[], ApiError, number>({ mutationFn: read })
  const present = useRef(choices)
  present.current = choices
  const copy = (adminId: number) => {
    const before = choices.map(({ revision }) => revision)
    // Of several, only the last calls back.
    reading.mutate(adminId, {
      onSuccess: (granted) => {
        const isUnchanged = present.current.every(({ revision }, at) => revision === before[at])
        if (isUnchanged) for (const [at, ids] of granted.entries()) present.current[at]?.replace(ids)
      },
      onError: (failure) => toastFailed(failure),
    })
  }
  if (error && !data) return <ReadError query={{ error, refetch }} />
  const others = data?.data.filter((admin) => admin.id !== except) ?? []
  const source = others.find((admin) => String(admin.id) === chosen)
  const copyChosen = () => {
    if (!source) return
    setChosen('')
    copy(source.id)
  }
  return (
    <div className={classes.chooser}>
      <Select
        label={t('Copy from another admin')}
        labelProps={{ size: 'xs' }}
        value={chosen}
        choices={[
          ['', t(reading.isPending ? 'Loading' : 'Choose an admin')],
          ...others.map((admin) => [String(admin.id), admin.name] as const),
        ]}
        onChange={setChosen}
      />
      {/* Not disabled: it keeps the focus when its click resets the choice. */}
      <Button
        variant="default"
        data-disabled={!source}
        aria-disabled={!source}
        aria-label={source && t('Use the permissions of {{name}}', { name: source.name })}
        onClick={copyChosen}
      >
        {t('Use')}
      </Button>
    </div>
  )
}
