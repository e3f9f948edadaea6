import { Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../calls/api.ts'
import { loadErrorMessage } from '../../calls/errors.ts'
import { focusNext } from '../../ui/focus/lost-focus.ts'
import { useT } from '../../ui/text/i18n.ts'

export type LookUp = Pick<UseQueryResult<unknown, ApiError>, 'data' | 'error' | 'refetch'>

/** Below a field whose choices could not be read: the reason, and 'Try again'. */
export function LookUpError({ from: { data, error, refetch } }: { from: LookUp }) {
  const t = useT()
  if (!error || data !== undefined) return null
  return (
    <Group gap={8} mt={6} role="alert">
      <Text size="sm" c="var(--mantine-color-error)">
        {loadErrorMessage(error)}
      </Text>
      <Button ref={focusField} size="compact-sm" variant="default" onClick={() => void refetch()}>
        {t('Try again')}
      </Button>
    </Group>
  )
}

/** The button disappears after a successful retry: the field takes the focus. */
const focusField = (button: HTMLButtonElement | null) =>
  focusNext(button, button?.closest('[role="alert"]')?.parentElement?.querySelector<HTMLElement>('select, input'))
