import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import around from '../ui/list.module.css'
import { useT } from '../ui/text/i18n.ts'
import type { List } from './use-list.ts'

interface NewRowsProps {
  readonly list: Pick<List<unknown>, 'waiting' | 'hasMoreWaiting' | 'showWaiting'>
  /** English, with `{{count}}`. */
  readonly one: string
  readonly many: string
}

/** The number of new rows above; a click shows them. */
export function NewRows({ list: { waiting, hasMoreWaiting, showWaiting }, one, many }: NewRowsProps) {
  const t = useT()
  return (
    <div role="status" className={around.pill}>
      {waiting > 0 && (
        <Button radius="xl" size="xs" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={showWaiting}>
          {t(waiting === 1 ? one : many, { count: hasMoreWaiting ? `${waiting}+` : waiting })}
        </Button>
      )}
    </div>
  )
}
