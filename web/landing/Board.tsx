import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../ui/Section.tsx'
import { useT } from '../ui/text/i18n.ts'

interface BoardProps {
  readonly title: string
  readonly isEmpty: boolean
  readonly children: ReactNode
}

export function Board({ title, isEmpty, children }: BoardProps) {
  const t = useT()
  return (
    <Section title={title} gap="sm">
      {isEmpty ? <Text c="dimmed">{t('Customers see nothing here.')}</Text> : children}
    </Section>
  )
}
