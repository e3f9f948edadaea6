import { Group, Stack, type StackProps, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useT } from './text/i18n.ts'

interface SectionProps extends Pick<StackProps, 'gap'> {
  /** English text. */
  readonly title: string
  /** Beside the heading. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of a screen under a heading, by which it is named. */
export function Section({ title, aside, gap = 'xs', children }: SectionProps) {
  const t = useT()
  const id = useId()
  return (
    <Stack component="section" gap={gap} aria-labelledby={id}>
      <Group gap="sm" align="baseline">
        <Title order={2} id={id}>
          {t(title)}
        </Title>
        {aside}
      </Group>
      {children}
    </Stack>
  )
}
