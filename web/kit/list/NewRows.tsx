import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useT } from '../text/i18n.ts'
import around from './list.module.css'
import type { List } from './use-list.ts'

interface NewRowsProps {
  readonly list: Pick<List<unknown>, 'waiting' | 'hasMoreWaiting' | 'showWaiting'>
  /** English texts with `{{count}}`. */
  readonly one: string
  readonly many: string
}

/** How many rows have come above the ones on screen; they wait for a click. */
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
