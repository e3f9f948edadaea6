import { Alert, Button, Stack, Text } from '@mantine/core'
import { reloadIfServed } from '../calls/api.ts'
import { failureMessage } from '../calls/errors.ts'
import { useT } from '../ui/text/i18n.ts'

/** Replaces a screen that crashed or whose code failed to load. */
export function ScreenCrash() {
  const t = useT()
  return (
    <Alert id="crash" color="red" role="alert" m="md">
      <Stack gap="sm" align="flex-start">
        <Text c="bright">{failureMessage()}</Text>
        <Button variant="default" size="xs" onClick={reloadIfServed}>
          {t('Try again')}
        </Button>
      </Stack>
    </Alert>
  )
}
