import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copy } from '../../ui/copy.ts'
import { ShownOnce } from '../../ui/dialogs/ShownOnce.tsx'
import { useT } from '../../ui/text/i18n.ts'
import classes from './security.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[] | undefined
  readonly onClose: () => void
}

export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const t = useT()
  return (
    <ShownOnce opened={codes !== undefined} onClose={onClose} withCloseButton={false} title={t('Your recovery codes')}>
      <Stack>
        <Text>{t('They are shown only now. Print them or write them down: without your phone, one of them signs you in.')}</Text>
        <ol className={classes.codes}>
          {codes?.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => void copy(codes?.join('\n') ?? '', t('Copied the recovery codes'))}
          >
            {t('Copy')}
          </Button>
          <Button onClick={onClose}>{t('I have saved them')}</Button>
        </Group>
      </Stack>
    </ShownOnce>
  )
}
