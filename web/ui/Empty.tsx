import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from './text/i18n.ts'
import { clearing } from './use-typed.ts'

interface EmptyProps {
  readonly filtered?: boolean
  readonly onClear?: () => void
  /** What fills a list that is empty without filters. */
  readonly first?: ReactNode
}

/** An empty list: 'No data to show', or with filters 'No Result Found' and Clear. */
export function Empty({ filtered = false, onClear, first }: EmptyProps) {
  const t = useT()
  return (
    <Stack align="center" ta="center" gap="sm" py="xl">
      <Text c="dimmed" role="status">
        {t(filtered ? 'No Result Found' : 'No data to show')}
      </Text>
      {!filtered && first}
      {filtered && onClear && (
        <Button variant="default" size="xs" {...clearing(onClear)}>
          {t('Clear')}
        </Button>
      )}
    </Stack>
  )
}
