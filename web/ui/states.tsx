import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../calls/api.ts'
import { loadErrorMessage } from '../calls/errors.ts'
import { useT } from './text/i18n.ts'

/** Placeholder lines of a first load, as high as the rows will be. */
export function Loading({ rows = 10, height = 44 }: { rows?: number; height?: number }) {
  const t = useT()
  return (
    <Stack gap="xs" role="status" aria-label={t('Loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={row} height={height} radius="sm" />
      ))}
    </Stack>
  )
}

/** Where permission is missing, trying again cannot help. */
export function LoadError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useT()
  const isDenied = error.code === 'access_denied'
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text c="bright">{loadErrorMessage(error)}</Text>
        {isDenied ? (
          <Text size="sm">{t('A super admin can grant it.')}</Text>
        ) : (
          <Button size="xs" variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

export function ReadError({
  query: { error, refetch },
}: {
  query: Pick<UseQueryResult<unknown, ApiError>, 'error' | 'refetch'>
}) {
  return error && <LoadError error={error} onRetry={() => void refetch()} />
}
