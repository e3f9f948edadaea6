import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../ui/text/i18n.ts'

interface BoardProps {
  readonly id: string
  readonly title: string
  readonly isEmpty: boolean
  readonly children: ReactNode
}

export function Board({ id, title, isEmpty, children }: BoardProps) {
  const t = useT()
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} id={id}>
        {t(title)}
      </Title>
      {isEmpty ? <Text c="dimmed">{t('Customers see nothing here.')}</Text> : children}
    </Stack>
  )
}
